package onsale.user.enrolment;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.factor.SecondFactor;
import onsale.user.factor.SecondFactor.Check;
import onsale.user.factor.SecondFactor.Confirmation;
import onsale.user.factor.SecondFactor.Enrolment;
import onsale.user.login.LoginProblems;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The second factor of one's own account. */
@RestController
@RequestMapping("/api/users/me/second-factor")
@ProblemsOf(UserProblems.class)
public final class FactorController {

    private final SecondFactor factor;
    private final RemoveFactor removeFactor;

    public FactorController(SecondFactor factor, RemoveFactor removeFactor) {
        this.factor = factor;
        this.removeFactor = removeFactor;
    }

    record FactorView(boolean on, int recoveryCodesLeft) {}

    /**
     * A secret for an authenticator app; it counts when a first code is confirmed.
     *
     * @param secret in base 32, to be typed
     * @param uri the same for a QR code
     */
    record SecretView(String secret, String uri) {
        @Override
        public String toString() {
            return "SecretView"; // the secret must not reach a log
        }
    }

    record CodeForm(
            @NotNull @Size(min = 6, max = 40) @Pattern(regexp = "[0-9A-Za-z -]*") String code) {
        @Override
        public String toString() {
            return "CodeForm"; // the code must not reach a log
        }
    }

    /**
     * @param recoveryCodes each is good once in place of a code; they are not shown again
     */
    record RecoveryCodes(List<String> recoveryCodes) {
        @Override
        public String toString() {
            return "RecoveryCodes"; // the codes must not reach a log
        }
    }

    record DisableForm(
            @NotNull @Size(max = 200) String password,
            @NotNull @Size(min = 6, max = 40) @Pattern(regexp = "[0-9A-Za-z -]*") String code) {
        @Override
        public String toString() {
            return "DisableForm"; // password and code must not reach a log
        }
    }

    @GetMapping
    FactorView get(CurrentUser user) {
        return new FactorView(factor.isOn(user.userId()), factor.recoveryCodesLeft(user.userId()));
    }

    @PostMapping
    @ProblemCodes(Codes.FACTOR_ON)
    SecretView enrol(CurrentUser user) {
        return switch (factor.enrol(user.userId())) {
            case Enrolment.Begun begun -> new SecretView(begun.secret(), begun.uri());
            case Enrolment.AlreadyOn _ -> throw alreadyOn();
            case Enrolment.Gone _ -> throw PlatformProblems.ofStatus(401).exception();
        };
    }

    @PostMapping("/confirm")
    @ProblemCodes({Codes.FACTOR_ON, Codes.FACTOR_OFF, Codes.CODE_WRONG, Codes.TOO_MANY_TRIES})
    RecoveryCodes confirm(CurrentUser user, @Valid @RequestBody CodeForm form) {
        return switch (factor.confirm(user.userId(), form.code())) {
            case Confirmation.Confirmed confirmed -> new RecoveryCodes(confirmed.recoveryCodes());
            case Confirmation.AlreadyOn _ -> throw alreadyOn();
            case Confirmation.Refused refused -> throw refusal(refused.why());
        };
    }

    @PostMapping("/disable")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({
        Codes.FACTOR_OFF,
        Codes.WRONG_PASSWORD,
        Codes.CODE_WRONG,
        Codes.TOO_MANY_TRIES,
        Codes.BUSY
    })
    void disable(CurrentUser user, @Valid @RequestBody DisableForm form) {
        switch (removeFactor.run(user.userId(), form.password(), form.code())) {
            case RemoveFactor.Outcome.Removed _ -> {}
            case RemoveFactor.Outcome.WrongPassword _ ->
                    throw Problem.of(UserProblems.WRONG_PASSWORD, "Give your present password.")
                            .exception();
            case RemoveFactor.Outcome.Refused refused -> throw refusal(refused.why());
            case RemoveFactor.Outcome.Busy _ -> throw UserProblems.busy();
        }
    }

    private static ProblemException refusal(Check why) {
        return why instanceof Check.NotEnrolled
                ? Problem.of(UserProblems.FACTOR_OFF, "Set it up first.").exception()
                : LoginProblems.code(why);
    }

    private static ProblemException alreadyOn() {
        return Problem.of(UserProblems.FACTOR_ON, "Switch it off first.").exception();
    }
}
