package onsale.user.rehearsal;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.rehearsal.RehearsalFans.Fan;
import onsale.user.rehearsal.RehearsalFans.Outcome;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Creates and removes the fans of a rehearsal, for administrators. Exists only if
 * onsale.rehearsal.enabled is set.
 */
@RestController
@RequestMapping("/api/admin/rehearsal/fans")
@ProblemsOf(UserProblems.class)
public final class RehearsalController {

    private static final int AT_ONCE_MAX = 5_000;

    private final RehearsalFans fans;
    private final AuditTrail audit;

    public RehearsalController(RehearsalFans fans, AuditTrail audit) {
        this.fans = fans;
        this.audit = audit;
    }

    record FansRequest(@NotNull @Min(1) @Max(AT_ONCE_MAX) Integer count) {}

    record FansCreated(UUID rehearsalId, List<Fan> fans) {}

    record FansRemoved(int removed) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes(UserProblems.Codes.TOO_MANY_REHEARSAL_FANS)
    FansCreated create(Actor admin, @Valid @RequestBody FansRequest request) {
        return switch (fans.create(admin.userId(), request.count())) {
            case Outcome.Created created -> {
                audit.record(
                        admin,
                        "rehearsal.create-fans",
                        created.rehearsalId().toString(),
                        null,
                        request);
                yield new FansCreated(created.rehearsalId(), created.fans());
            }
            case Outcome.TooMany many ->
                    throw Problem.of(
                                    UserProblems.TOO_MANY_REHEARSAL_FANS,
                                    "Remove the fans of an earlier rehearsal; there may be %d at a time."
                                            .formatted(many.fansMax()))
                            .exception();
            case Outcome.UnknownAdministrator _ -> throw PlatformProblems.ofStatus(401).exception();
        };
    }

    @DeleteMapping
    FansRemoved remove(Actor admin) {
        FansRemoved removed = new FansRemoved(fans.remove());
        audit.record(admin, "rehearsal.remove-fans", "fans", removed, null);
        return removed;
    }
}
