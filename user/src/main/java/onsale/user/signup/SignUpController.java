package onsale.user.signup;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheckProblems;
import onsale.user.signup.SignUp.Outcome;
import onsale.user.terms.TermsController;
import onsale.user.terms.TermsController.Term;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sign-up. */
@RestController
@ProblemsOf(UserProblems.class)
public final class SignUpController {

    private final SignUp signUp;

    SignUpController(SignUp signUp) {
        this.signUp = signUp;
    }

    /**
     * @param challenge the answer to a bot check
     */
    record SignUpRequest(
            @NotNull @Size(max = 254) @Email(regexp = ".+@.+\\..+") String email,
            @NotNull @Size(min = 8, max = 72) @Pattern(regexp = "\\P{Cntrl}*", message = "must have no control characters") String password,
            @NotNull @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @NotNull @Size(min = 1, max = 3) List<@NotNull @Valid Term> terms,
            @Nullable @Size(max = 4096) @Pattern(regexp = "[A-Za-z0-9._-]*") String challenge) {
        @Override
        public String toString() {
            return "SignUpRequest"; // personal data must not reach a log
        }
    }

    record SignedUp(UUID userId) {}

    @PostMapping("/api/auth/signup")
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes({
        Codes.TERMS_REQUIRED,
        Codes.TERMS_NOT_IN_FORCE,
        Codes.PASSWORD_UNFIT,
        Codes.CHALLENGE_REQUIRED,
        Codes.CHALLENGE_FAILED,
        Codes.CHALLENGE_UNAVAILABLE,
        Codes.NOT_VERIFIED,
        Codes.IDENTITY_UNAVAILABLE,
        Codes.BUSY,
        Codes.EMAIL_TAKEN,
        Codes.PERSON_HAS_ACCOUNT
    })
    ResponseEntity<SignedUp> signUp(
            @Valid @RequestBody SignUpRequest request, HttpServletRequest http) {
        return ResponseEntity.created(URI.create("/api/users/me"))
                .body(new SignedUp(created(signUp.run(command(request, http)))));
    }

    /** Returns the id of the new account, or throws the problem that says why there is none. */
    public static UUID created(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Created created -> created.userId();
            case Outcome.TermsMissing _ -> throw TermsController.required();
            case Outcome.TermsNotInForce _ -> throw TermsController.notInForce();
            case Outcome.PasswordUnfit _ ->
                    throw problem(UserProblems.PASSWORD_UNFIT, "Choose one of at most 72 bytes.");
            case Outcome.NotChecked not -> throw BotCheckProblems.of(not.result());
            case Outcome.NotVerified _ ->
                    throw problem(UserProblems.NOT_VERIFIED, "Verify your identity and try again.");
            case Outcome.ProviderUnavailable _ ->
                    throw UserProblems.retryLater(
                            UserProblems.IDENTITY_UNAVAILABLE, "Try again in a moment.");
            case Outcome.Busy _ -> throw UserProblems.busy();
            case Outcome.EmailTaken _ ->
                    throw problem(UserProblems.EMAIL_TAKEN, "Sign in, or use another address.");
            case Outcome.PersonHasAccount _ ->
                    throw problem(
                            UserProblems.PERSON_HAS_ACCOUNT,
                            "Sign in to the account you have; each person has one.");
            case Outcome.LinkTaken _ ->
                    throw problem(
                            UserProblems.SOCIAL_TAKEN, "Sign in with it, or begin once more.");
        };
    }

    private static SignUp.Command command(SignUpRequest request, HttpServletRequest http) {
        return new SignUp.Command(
                request.email(),
                request.password(),
                request.identityVerificationId(),
                request.terms().stream().map(Term::agreement).toList(),
                new Origin(http.getRemoteAddr(), "", null, request.challenge()));
    }

    private static ProblemException problem(ProblemCode code, String detail) {
        return Problem.of(code, detail).exception();
    }
}
