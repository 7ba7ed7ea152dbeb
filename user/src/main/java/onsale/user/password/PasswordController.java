package onsale.user.password;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheckProblems;
import onsale.user.token.AccessTokenIssuer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A new password: of a user who knows the present one, or of a person with a verified identity. */
@RestController
@ProblemsOf(UserProblems.class)
public final class PasswordController {

    private final ChangePassword changePassword;
    private final ResetPassword resetPassword;

    PasswordController(ChangePassword changePassword, ResetPassword resetPassword) {
        this.changePassword = changePassword;
        this.resetPassword = resetPassword;
    }

    record PasswordRequest(
            @NotNull @Size(max = 200) String currentPassword,
            @NotNull @Size(min = 8, max = 72) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String newPassword) {
        @Override
        public String toString() {
            return "PasswordRequest"; // passwords must not reach a log
        }
    }

    record ResetRequest(
            @NotNull @Size(max = 254) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String email,
            @NotNull @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @NotNull @Size(min = 8, max = 72) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String newPassword,
            @Nullable @Size(max = 4096) @Pattern(regexp = "[A-Za-z0-9._-]*") String challenge) {
        @Override
        public String toString() {
            return "ResetRequest"; // personal data must not reach a log
        }
    }

    @PutMapping("/api/users/me/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({
        Codes.WRONG_PASSWORD,
        Codes.PASSWORD_UNFIT,
        Codes.TOO_MANY_TRIES,
        Codes.BUSY,
        PlatformProblems.Codes.NOT_SIGNED_IN
    })
    void change(
            CurrentUser user,
            @Valid @RequestBody PasswordRequest request,
            HttpServletRequest http) {
        switch (changePassword.run(
                user.userId(),
                AccessTokenIssuer.sessionOf(http),
                request.currentPassword(),
                request.newPassword())) {
            case ChangePassword.Outcome.Changed _ -> {}
            case ChangePassword.Outcome.Wrong _ ->
                    throw Problem.of(UserProblems.WRONG_PASSWORD, "Give your present password.")
                            .exception();
            case ChangePassword.Outcome.Unfit _ -> throw unfit();
            case ChangePassword.Outcome.Delayed delayed ->
                    throw Problem.of(
                                    UserProblems.TOO_MANY_TRIES,
                                    "Wait, then try again with the right password.")
                            .retryIn(delayed.duration())
                            .exception();
            case ChangePassword.Outcome.Busy _ -> throw UserProblems.busy();
            case ChangePassword.Outcome.Gone _ -> throw PlatformProblems.ofStatus(401).exception();
        }
    }

    @PostMapping("/api/auth/password-reset")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({
        Codes.PASSWORD_UNFIT,
        Codes.CHALLENGE_REQUIRED,
        Codes.CHALLENGE_FAILED,
        Codes.CHALLENGE_UNAVAILABLE,
        Codes.NOT_VERIFIED,
        Codes.IDENTITY_UNAVAILABLE,
        Codes.NOT_THEIR_ACCOUNT,
        Codes.LOCKED,
        Codes.BUSY
    })
    void reset(@Valid @RequestBody ResetRequest request, HttpServletRequest http) {
        ResetPassword.Command command =
                new ResetPassword.Command(
                        request.email(),
                        request.identityVerificationId(),
                        request.newPassword(),
                        new Origin(http.getRemoteAddr(), "", null, request.challenge()));
        switch (resetPassword.run(command)) {
            case ResetPassword.Outcome.Done _ -> {}
            case ResetPassword.Outcome.Unfit _ -> throw unfit();
            case ResetPassword.Outcome.NotChecked not -> throw BotCheckProblems.of(not.result());
            case ResetPassword.Outcome.NotVerified _ ->
                    throw Problem.of(
                                    UserProblems.NOT_VERIFIED,
                                    "Verify your identity and try again.")
                            .exception();
            case ResetPassword.Outcome.ProviderUnavailable _ ->
                    throw UserProblems.retryLater(
                            UserProblems.IDENTITY_UNAVAILABLE, "Try again in a moment.");
            case ResetPassword.Outcome.NotTheirs _ ->
                    throw Problem.of(
                                    UserProblems.NOT_THEIR_ACCOUNT,
                                    "Check the e-mail address of your account.")
                            .exception();
            case ResetPassword.Outcome.Locked _ ->
                    throw Problem.of(UserProblems.LOCKED, "Ask support to unlock it.").exception();
            case ResetPassword.Outcome.Busy _ -> throw UserProblems.busy();
        }
    }

    private static ProblemException unfit() {
        return Problem.of(UserProblems.PASSWORD_UNFIT, "Choose one of at most 72 bytes.")
                .exception();
    }
}
