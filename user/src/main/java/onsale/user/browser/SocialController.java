package onsale.user.browser;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
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
import onsale.user.browser.BrowserController.BrowserLoggedIn;
import onsale.user.login.Login;
import onsale.user.login.LoginProblems;
import onsale.user.signup.SignUp;
import onsale.user.signup.SignUpController;
import onsale.user.social.Provider;
import onsale.user.social.SocialLinks;
import onsale.user.social.SocialLogin;
import onsale.user.social.SocialLogin.Finished;
import onsale.user.terms.TermsController.Term;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Social login of browsers. A page of ours begins it and finishes it; providers only send the
 * browser to that page, and we never redirect anybody. The cookies reach us from our own pages
 * only, so nobody can finish an attempt in another person's browser.
 */
@RestController
@RequestMapping(BrowserController.PATH + "/social")
@ProblemsOf(UserProblems.class)
public final class SocialController {

    private final SocialLogin login;
    private final SocialLinks links;
    private final BrowserLogins logins;

    SocialController(SocialLogin login, SocialLinks links, BrowserLogins logins) {
        this.login = login;
        this.links = links;
        this.logins = logins;
    }

    record SocialStart(@NotNull Provider provider) {}

    /**
     * @param url the provider's page, for the browser to go to
     */
    record SocialStarted(String url) {}

    /**
     * @param state as the provider sent it along
     * @param code as the provider sent it along
     */
    record SocialReturn(
            @NotNull Provider provider,
            @NotNull @Size(max = 200) @Pattern(regexp = "[A-Za-z0-9_=-]*") String state,
            @NotNull @Size(min = 1, max = 2000) @Pattern(regexp = "[!-~]*") String code) {
        @Override
        public String toString() {
            return "SocialReturn"; // secrets must not reach a log
        }
    }

    /**
     * @param linked whether there is an account to log in to
     * @param email that the provider tells, for the sign-up; empty if it tells none
     */
    record SocialProven(boolean linked, String email) {
        @Override
        public String toString() {
            return "SocialProven"; // personal data must not reach a log
        }
    }

    /**
     * @param identityVerificationId of the owner, wakes a dormant account
     * @param restore undoes the deletion of an account whose data is not gone yet
     */
    record SocialEntry(
            @Nullable @Size(max = 40) @Pattern(regexp = "[0-9A-Za-z -]*") String code,
            @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @Nullable Boolean restore) {
        Login.Wish wish() {
            return new Login.Wish(identityVerificationId, Boolean.TRUE.equals(restore), code);
        }

        @Override
        public String toString() {
            return "SocialEntry"; // the code must not reach a log
        }
    }

    /**
     * @param challenge the answer to a bot check
     */
    record SocialSignUp(
            @NotNull @Size(max = 254) @Email(regexp = ".+@.+\\..+") String email,
            @NotNull @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @NotNull @Size(min = 1, max = 3) List<@NotNull @Valid Term> terms,
            @Nullable @Size(max = 4096) @Pattern(regexp = "[A-Za-z0-9._-]*") String challenge) {
        @Override
        public String toString() {
            return "SocialSignUp"; // personal data must not reach a log
        }
    }

    record SocialSignedUp(UUID userId) {}

    record SocialConnect(
            @NotNull @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId) {}

    @PostMapping("/start")
    @ProblemCodes({Codes.SOCIAL_UNKNOWN, Codes.FOREIGN_PAGE})
    ResponseEntity<SocialStarted> start(
            @Valid @RequestBody SocialStart request, HttpServletRequest http) {
        PageOrigin.check(http);
        SocialLogin.Begun begun =
                login.begin(request.provider())
                        .orElseThrow(
                                () -> problem(UserProblems.SOCIAL_UNKNOWN, "Sign in another way."));
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, SocialCookie.ATTEMPT.keep(begun.attempt(), http))
                .body(new SocialStarted(begun.url()));
    }

    @PostMapping("/finish")
    @ProblemCodes({Codes.SOCIAL_FAILED, Codes.SOCIAL_UNAVAILABLE, Codes.FOREIGN_PAGE})
    ResponseEntity<SocialProven> finish(
            @Valid @RequestBody SocialReturn request, HttpServletRequest http) {
        PageOrigin.check(http);
        return switch (login.finish(
                request.provider(),
                SocialCookie.ATTEMPT.read(http),
                request.state(),
                request.code())) {
            case Finished.Refused _ -> throw failed();
            case Finished.Unavailable _ ->
                    throw UserProblems.retryLater(
                            UserProblems.SOCIAL_UNAVAILABLE, "Begin once more in a moment.");
            case Finished.Proven proven ->
                    ResponseEntity.ok()
                            .header(
                                    HttpHeaders.SET_COOKIE,
                                    SocialCookie.PROOF.keep(proven.proof(), http),
                                    SocialCookie.ATTEMPT.delete(http))
                            .body(new SocialProven(proven.isLinked(), proven.email()));
        };
    }

    @PostMapping("/login")
    @ProblemCodes({
        Codes.SOCIAL_FAILED,
        Codes.SOCIAL_NOT_LINKED,
        Codes.WRONG_CREDENTIALS,
        Codes.CODE_REQUIRED,
        Codes.CODE_WRONG,
        Codes.TOO_MANY_TRIES,
        Codes.LOCKED,
        Codes.DORMANT,
        Codes.LEAVING,
        Codes.NOT_VERIFIED,
        Codes.NOT_THEIR_ACCOUNT,
        Codes.IDENTITY_UNAVAILABLE,
        Codes.FOREIGN_PAGE
    })
    ResponseEntity<BrowserLoggedIn> login(
            @Valid @RequestBody SocialEntry request,
            @RequestHeader(name = "User-Agent", defaultValue = "") String userAgent,
            HttpServletRequest http) {
        PageOrigin.check(http);
        Origin origin = new Origin(http.getRemoteAddr(), userAgent, DeviceCookie.read(http), null);
        return switch (login.login(SocialCookie.PROOF.read(http), origin, request.wish())) {
            case SocialLogin.Outcome.NotProven _ -> throw failed();
            case SocialLogin.Outcome.NotLinked _ ->
                    throw problem(
                            UserProblems.SOCIAL_NOT_LINKED,
                            "Verify your identity to sign up or to connect your account.");
            case SocialLogin.Outcome.Answered answered ->
                    logins.answer(
                            LoginProblems.signedIn(answered.outcome()),
                            http,
                            SocialCookie.PROOF.delete(http));
        };
    }

    @PostMapping("/signup")
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes({
        Codes.SOCIAL_FAILED,
        Codes.SOCIAL_TAKEN,
        Codes.TERMS_REQUIRED,
        Codes.TERMS_NOT_IN_FORCE,
        Codes.CHALLENGE_REQUIRED,
        Codes.CHALLENGE_FAILED,
        Codes.CHALLENGE_UNAVAILABLE,
        Codes.NOT_VERIFIED,
        Codes.IDENTITY_UNAVAILABLE,
        Codes.EMAIL_TAKEN,
        Codes.PERSON_HAS_ACCOUNT,
        Codes.FOREIGN_PAGE
    })
    SocialSignedUp signUp(@Valid @RequestBody SocialSignUp request, HttpServletRequest http) {
        PageOrigin.check(http);
        SignUp.Command command =
                new SignUp.Command(
                        request.email(),
                        null,
                        request.identityVerificationId(),
                        request.terms().stream().map(Term::agreement).toList(),
                        new Origin(http.getRemoteAddr(), "", null, request.challenge()));
        return switch (links.signUp(SocialCookie.PROOF.read(http), command)) {
            case SocialLinks.SignedUp.NotProven _ -> throw failed();
            case SocialLinks.SignedUp.Answered answered ->
                    new SocialSignedUp(SignUpController.created(answered.outcome()));
        };
    }

    /** Links the login to the account of the verified person. */
    @PostMapping("/connect")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({
        Codes.SOCIAL_FAILED,
        Codes.SOCIAL_TAKEN,
        Codes.NOT_VERIFIED,
        Codes.NO_ACCOUNT,
        Codes.IDENTITY_UNAVAILABLE,
        Codes.FOREIGN_PAGE
    })
    void connect(@Valid @RequestBody SocialConnect request, HttpServletRequest http) {
        PageOrigin.check(http);
        switch (links.connect(SocialCookie.PROOF.read(http), request.identityVerificationId())) {
            case SocialLinks.Outcome.Linked _ -> {}
            case SocialLinks.Outcome.NotProven _ -> throw failed();
            case SocialLinks.Outcome.NotVerified _ ->
                    throw problem(UserProblems.NOT_VERIFIED, "Verify your identity and try again.");
            case SocialLinks.Outcome.NoAccount _ ->
                    throw problem(UserProblems.NO_ACCOUNT, "Sign up instead.");
            case SocialLinks.Outcome.Taken _ ->
                    throw problem(
                            UserProblems.SOCIAL_TAKEN,
                            "An account has one sign-in of each provider.");
            case SocialLinks.Outcome.ProviderUnavailable _ ->
                    throw UserProblems.retryLater(
                            UserProblems.IDENTITY_UNAVAILABLE, "Try again in a moment.");
        }
    }

    private static ProblemException failed() {
        return problem(UserProblems.SOCIAL_FAILED, "Begin once more.");
    }

    private static ProblemException problem(ProblemCode code, String detail) {
        return Problem.of(code, detail).exception();
    }
}
