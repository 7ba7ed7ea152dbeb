package onsale.user.deletion;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.account.Account;
import onsale.user.deletion.DeleteAccount.Outcome;
import onsale.user.password.ConfirmPassword;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Closes the account of the current user. */
@RestController
@ProblemsOf(UserProblems.class)
public final class DeletionController {

    private final ConfirmPassword confirmPassword;
    private final DeleteAccount deleteAccount;

    DeletionController(ConfirmPassword confirmPassword, DeleteAccount deleteAccount) {
        this.confirmPassword = confirmPassword;
        this.deleteAccount = deleteAccount;
    }

    record DeletionRequest(
            @NotNull @Size(max = 200) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String password) {
        @Override
        public String toString() {
            return "DeletionRequest"; // passwords must not reach a log
        }
    }

    /**
     * @param purgeAt until then a login with {@code restore} undoes it
     */
    record AccountClosed(Instant purgeAt) {}

    // said here because Spring asks a DELETE for no type of its body
    @DeleteMapping(path = "/api/users/me", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ProblemCodes({
        Codes.WRONG_PASSWORD,
        Codes.TOO_MANY_TRIES,
        Codes.BUSY,
        Codes.SHOW_AHEAD,
        Codes.REFUND_OPEN,
        Codes.HAS_ROLE,
        PlatformProblems.Codes.NOT_SIGNED_IN
    })
    AccountClosed delete(CurrentUser user, @Valid @RequestBody DeletionRequest request) {
        Account account =
                ConfirmPassword.account(confirmPassword.run(user.userId(), request.password()));
        return switch (deleteAccount.run(account)) {
            case Outcome.Closed closed -> new AccountClosed(closed.purgeAt());
            case Outcome.ShowAhead _ ->
                    throw Problem.of(
                                    UserProblems.SHOW_AHEAD,
                                    "Come back after your last show, or cancel the booking.")
                            .exception();
            case Outcome.RefundOpen _ ->
                    throw Problem.of(
                                    UserProblems.REFUND_OPEN,
                                    "Come back when your refund has arrived.")
                            .exception();
            case Outcome.HasRole _ ->
                    throw Problem.of(
                                    UserProblems.HAS_ROLE,
                                    "Ask another operator to take the role away first.")
                            .exception();
            case Outcome.Gone _ -> throw PlatformProblems.ofStatus(401).exception();
        };
    }
}
