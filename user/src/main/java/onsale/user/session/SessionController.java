package onsale.user.session;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.token.AccessTokenIssuer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Refresh and logout of a client that keeps its tokens itself. */
@RestController
@RequestMapping("/api/auth")
@ProblemsOf(UserProblems.class)
public final class SessionController {

    private static final String TOKEN = "[A-Za-z0-9_-]*";

    private final RefreshSession refreshSession;
    private final Sessions sessions;

    SessionController(RefreshSession refreshSession, Sessions sessions) {
        this.refreshSession = refreshSession;
        this.sessions = sessions;
    }

    record RefreshRequest(@NotNull @Size(max = 200) @Pattern(regexp = TOKEN) String refreshToken) {
        @Override
        public String toString() {
            return "RefreshRequest"; // tokens must not reach a log
        }
    }

    record LogoutRequest(@Nullable @Size(max = 200) @Pattern(regexp = TOKEN) String refreshToken) {
        @Override
        public String toString() {
            return "LogoutRequest"; // tokens must not reach a log
        }
    }

    @PostMapping("/refresh")
    @ProblemCodes({Codes.SESSION_OVER, Codes.TOO_MANY_REFRESHES})
    Tokens refresh(@Valid @RequestBody RefreshRequest request) {
        return RefreshProblems.tokens(refreshSession.run(request.refreshToken()));
    }

    /**
     * Ends the session of the refresh token and that of the access token, usually the same one. The
     * response does not tell whether a session had ended before.
     */
    @PostMapping("/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes(PlatformProblems.Codes.NOT_SIGNED_IN)
    void logout(
            @Valid @RequestBody(required = false) @Nullable LogoutRequest request,
            Optional<CurrentUser> user,
            HttpServletRequest http) {
        @Nullable String refreshToken = request == null ? null : request.refreshToken();
        if (refreshToken != null) {
            sessions.end(refreshToken);
        }
        if (user.isPresent()) {
            @Nullable UUID session = AccessTokenIssuer.sessionOf(http);
            if (session != null) {
                sessions.end(session);
            }
        } else if (refreshToken == null) {
            throw PlatformProblems.ofStatus(401).exception();
        }
    }
}
