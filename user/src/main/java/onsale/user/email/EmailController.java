package onsale.user.email;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.UserSettings;
import onsale.user.password.ConfirmPassword;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Confirms, changes and defends the e-mail address of an account. */
@RestController
@ProblemsOf(UserProblems.class)
public final class EmailController {

    private final VerifyEmail verifyEmail;
    private final ChangeEmail changeEmail;
    private final ConfirmPassword confirmPassword;
    private final UserSettings settings;

    EmailController(
            VerifyEmail verifyEmail,
            ChangeEmail changeEmail,
            ConfirmPassword confirmPassword,
            UserSettings settings) {
        this.verifyEmail = verifyEmail;
        this.changeEmail = changeEmail;
        this.confirmPassword = confirmPassword;
        this.settings = settings;
    }

    /**
     * @param mailed false if the address is confirmed already
     * @param goodForSeconds how long the code may be given
     * @param anotherAfterSeconds when another may be asked for
     */
    record MailedCode(boolean mailed, long goodForSeconds, long anotherAfterSeconds) {}

    record CodeRequest(@NotNull @Pattern(regexp = "[0-9]{6}") String code) {
        @Override
        public String toString() {
            return "CodeRequest"; // codes must not reach a log
        }
    }

    record EmailRequest(
            @NotNull @Size(max = 254) @Email(regexp = ".+@.+\\..+") String email,
            @NotNull @Size(max = 200) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String password) {
        @Override
        public String toString() {
            return "EmailRequest"; // personal data must not reach a log
        }
    }

    record RefusalRequest(@NotNull @Pattern(regexp = "[A-Za-z0-9_-]{32}") String token) {
        @Override
        public String toString() {
            return "RefusalRequest"; // tokens must not reach a log
        }
    }

    /** Mails another code; nothing is mailed if the address is confirmed. */
    @PostMapping("/api/auth/email-verification")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ProblemCodes({Codes.CODE_TOO_SOON, Codes.NO_MAIL, PlatformProblems.Codes.NOT_SIGNED_IN})
    MailedCode askToVerify(CurrentUser user) {
        return switch (verifyEmail.ask(user.userId())) {
            case VerifyEmail.Asked.Sent _ -> mailed(true);
            case VerifyEmail.Asked.NotNeeded _ -> mailed(false);
            case VerifyEmail.Asked.TooSoon soon -> throw tooSoon(soon.pause());
            case VerifyEmail.Asked.NoMail _ -> throw noMail();
            case VerifyEmail.Asked.Gone _ -> throw PlatformProblems.ofStatus(401).exception();
        };
    }

    @PostMapping("/api/auth/email-verification/confirm")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({Codes.WRONG_CODE, Codes.CODE_EXPIRED})
    void verify(CurrentUser user, @Valid @RequestBody CodeRequest request) {
        switch (verifyEmail.confirm(user.userId(), request.code())) {
            case VerifyEmail.Confirmed.Done _ -> {}
            case VerifyEmail.Confirmed.Wrong wrong -> throw wrong(wrong.triesLeft());
            case VerifyEmail.Confirmed.Expired _ -> throw expired();
        }
    }

    @PostMapping("/api/users/me/email")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ProblemCodes({
        Codes.WRONG_PASSWORD,
        Codes.TOO_MANY_TRIES,
        Codes.BUSY,
        Codes.SAME_EMAIL,
        Codes.EMAIL_TAKEN,
        Codes.CODE_TOO_SOON,
        Codes.NO_MAIL,
        PlatformProblems.Codes.NOT_SIGNED_IN
    })
    MailedCode askToChange(CurrentUser user, @Valid @RequestBody EmailRequest request) {
        ConfirmPassword.account(confirmPassword.run(user.userId(), request.password()));
        return switch (changeEmail.ask(user.userId(), request.email())) {
            case ChangeEmail.Asked.Sent _ -> mailed(true);
            case ChangeEmail.Asked.Same _ ->
                    throw Problem.of(UserProblems.SAME_EMAIL, "Give another address.").exception();
            case ChangeEmail.Asked.Taken _ -> throw taken();
            case ChangeEmail.Asked.TooSoon soon -> throw tooSoon(soon.pause());
            case ChangeEmail.Asked.NoMail _ -> throw noMail();
            case ChangeEmail.Asked.Gone _ -> throw PlatformProblems.ofStatus(401).exception();
        };
    }

    @PostMapping("/api/users/me/email/confirm")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({Codes.WRONG_CODE, Codes.CODE_EXPIRED, Codes.EMAIL_TAKEN})
    void change(CurrentUser user, @Valid @RequestBody CodeRequest request) {
        switch (changeEmail.confirm(user.userId(), request.code())) {
            case ChangeEmail.Confirmed.Done _ -> {}
            case ChangeEmail.Confirmed.Wrong wrong -> throw wrong(wrong.triesLeft());
            case ChangeEmail.Confirmed.Expired _ -> throw expired();
            case ChangeEmail.Confirmed.Taken _ -> throw taken();
        }
    }

    /** By whoever reads the mail of the old address, signed in or not. */
    @PostMapping("/api/auth/email-change/refuse")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes(Codes.REFUSAL_OVER)
    void refuse(@Valid @RequestBody RefusalRequest request) {
        if (!changeEmail.refuse(request.token())) {
            throw Problem.of(
                            UserProblems.REFUSAL_OVER,
                            "If the account is not safe, set a new password or ask support.")
                    .exception();
        }
    }

    private MailedCode mailed(boolean mailed) {
        return new MailedCode(
                mailed, settings.codeFor().toSeconds(), settings.codeEvery().toSeconds());
    }

    private static ProblemException tooSoon(Duration wait) {
        return Problem.of(UserProblems.CODE_TOO_SOON, "Use the code you have, or wait.")
                .retryIn(wait)
                .exception();
    }

    private static ProblemException wrong(int triesLeft) {
        return Problem.of(
                        UserProblems.WRONG_CODE,
                        triesLeft > 0 ? "Check the six digits." : "Ask for another code.")
                .with("triesLeft", triesLeft)
                .exception();
    }

    private static ProblemException expired() {
        return Problem.of(UserProblems.CODE_EXPIRED, "Ask for another code.").exception();
    }

    private static ProblemException taken() {
        return Problem.of(UserProblems.EMAIL_TAKEN, "Use another address.").exception();
    }

    private static ProblemException noMail() {
        return UserProblems.retryLater(UserProblems.NO_MAIL, "Try again later, or ask support.");
    }
}
