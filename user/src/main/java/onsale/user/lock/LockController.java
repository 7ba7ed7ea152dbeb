package onsale.user.lock;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.account.Account.Status;
import onsale.user.lock.LockAccount.Outcome;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Locks and unlocks accounts and ends their sessions, for operators; all may be repeated. */
@RestController
@RequestMapping("/api/admin/accounts/{userId}")
@ProblemsOf(UserProblems.class)
public final class LockController {

    private final LockAccount lockAccount;

    public LockController(LockAccount lockAccount) {
        this.lockAccount = lockAccount;
    }

    /**
     * Why an account is locked or unlocked.
     *
     * @param reason for the audit; the owner is not told
     */
    record LockForm(
            @NotBlank @Size(max = 300) @Pattern(regexp = "[^\\p{Cc}\\p{Cs}]*") String reason) {}

    /**
     * An account as it is now.
     *
     * @param changed false if it was like that before
     * @param sessionsEnded how many sessions were ended
     */
    record LockView(UUID userId, Status status, boolean changed, int sessionsEnded) {}

    @PostMapping("/lock")
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        UserProblems.Codes.NOT_IN_USE,
        UserProblems.Codes.NOT_TO_BE_LOCKED
    })
    LockView lock(Actor actor, @PathVariable UUID userId, @Valid @RequestBody LockForm form) {
        return view(userId, lockAccount.lock(actor, userId, form.reason().strip()));
    }

    @PostMapping("/unlock")
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        UserProblems.Codes.NOT_IN_USE,
        UserProblems.Codes.NOT_TO_BE_LOCKED
    })
    LockView unlock(Actor actor, @PathVariable UUID userId, @Valid @RequestBody LockForm form) {
        return view(userId, lockAccount.unlock(actor, userId, form.reason().strip()));
    }

    @PostMapping("/sign-out")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    LockView signOut(Actor actor, @PathVariable UUID userId) {
        return view(userId, lockAccount.signOut(actor, userId));
    }

    private static LockView view(UUID userId, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done ->
                    new LockView(userId, done.status(), done.changed(), done.sessionsEnded());
            case Outcome.NoSuchAccount _ ->
                    throw Problem.of(PlatformProblems.NOT_FOUND, "Check the id of the account.")
                            .exception();
            case Outcome.NotInUse _ ->
                    throw Problem.of(
                                    UserProblems.NOT_IN_USE,
                                    "Only an account that is in use is locked or unlocked.")
                            .exception();
            case Outcome.NotYours _ ->
                    throw Problem.of(
                                    UserProblems.NOT_TO_BE_LOCKED,
                                    "Ask another administrator: staff are locked by administrators, and nobody locks their own account.")
                            .exception();
        };
    }
}
