package onsale.user.session;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.user.token.AccessTokenIssuer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The sessions of one's own account. Ending all of them is {@code ProfileController}'s. */
@RestController
@RequestMapping("/api/users/me/sessions")
public final class MySessionsController {

    private final Sessions sessions;

    MySessionsController(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * @param here whether this request belongs to it
     * @param address where it was opened
     */
    record MySession(
            UUID id,
            boolean here,
            Instant openedAt,
            Instant usedAt,
            String address,
            String userAgent) {}

    record MySessions(List<MySession> items) {}

    /** Those that can still be refreshed, the one used last first. */
    @GetMapping
    MySessions mine(CurrentUser user, HttpServletRequest http) {
        @Nullable UUID here = AccessTokenIssuer.sessionOf(http);
        return new MySessions(
                sessions.living(user.userId()).stream()
                        .map(one ->
                                new MySession(
                                        one.id(),
                                        one.id().equals(here),
                                        one.openedAt(),
                                        one.usedAt(),
                                        one.address(),
                                        one.userAgent()))
                        .toList());
    }

    @DeleteMapping("/{sessionId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    void end(CurrentUser user, @PathVariable("sessionId") UUID sessionId) {
        if (!sessions.endOwn(user.userId(), sessionId)) {
            throw PlatformProblems.ofStatus(404).exception();
        }
    }
}
