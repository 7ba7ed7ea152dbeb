package onsale.user.lock;

import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.account.Account.Status;
import onsale.user.lock.LockAccount.Outcome;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Locking and unlocking the account of a fan, and ending its sessions. Each is audited. */
@RestController
@RequestMapping("/api/admin/accounts/{userId}")
@ProblemsOf(UserProblems.class)
public final class LockController {

    private final LockAccount lockAccount;

    public LockController(LockAccount lockAccount) {
        this.lockAccount = lockAccount;
    }

    record AccountStatus(UUID userId, Status status) {}

    /** Ends all its sessions too. A locked account is opened by nothing but an unlock. */
    @PostMapping("/lock")
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.HAS_ROLE, Codes.NOT_IN_USE})
    AccountStatus lock(Actor operator, @PathVariable("userId") UUID userId) {
        return answer(userId, lockAccount.lock(operator, userId));
    }

    @PostMapping("/unlock")
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.HAS_ROLE, Codes.NOT_IN_USE})
    AccountStatus unlock(Actor operator, @PathVariable("userId") UUID userId) {
        return answer(userId, lockAccount.unlock(operator, userId));
    }

    @PostMapping("/sign-out")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    AccountStatus signOut(Actor operator, @PathVariable("userId") UUID userId) {
        return answer(userId, lockAccount.signOut(operator, userId));
    }

    private static AccountStatus answer(UUID userId, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> new AccountStatus(userId, done.status());
            case Outcome.NoAccount _ -> throw PlatformProblems.ofStatus(404).exception();
            case Outcome.IsStaff _ ->
                    throw Problem.of(UserProblems.HAS_ROLE, "Take its role away first.")
                            .exception();
            case Outcome.NotInUse _ ->
                    throw Problem.of(
                                    UserProblems.NOT_IN_USE,
                                    "Only an account that is in use is locked.")
                            .exception();
        };
    }
}
