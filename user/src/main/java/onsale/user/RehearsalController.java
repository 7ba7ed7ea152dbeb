package onsale.user;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Map;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Fans for a rehearsal, for administrators; there only where onsale.rehearsal.enabled is set. */
@RestController
@RequestMapping("/api/admin/rehearsal/fans")
final class RehearsalController {

    private static final int AT_ONCE_MAX = 5_000;

    private final RehearsalFans fans;

    RehearsalController(RehearsalFans fans) {
        this.fans = fans;
    }

    record FansRequest(@NotNull @Min(1) @Max(AT_ONCE_MAX) Integer count) {}

    @PostMapping
    ResponseEntity<?> create(CurrentUser admin, @Valid @RequestBody FansRequest request) {
        return switch (fans.create(admin.userId(), request.count())) {
            case RehearsalFans.Outcome.Created created -> ResponseEntity.status(201).body(created);
            case RehearsalFans.Outcome.TooMany many ->
                    Problem.of(
                                    UserProblems.TOO_MANY_REHEARSAL_FANS,
                                    "Remove those of an earlier rehearsal; there may be %d at a time."
                                            .formatted(many.fansMax()))
                            .response();
            case RehearsalFans.Outcome.NobodyAsks _ -> PlatformProblems.ofStatus(401).response();
        };
    }

    @DeleteMapping
    Map<String, Integer> remove() {
        return Map.of("removed", fans.remove());
    }
}
