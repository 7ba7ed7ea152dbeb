package onsale.user.login;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.user.UserProblems;
import onsale.user.UserProblems.Codes;
import onsale.user.attempt.Origin;
import onsale.user.login.Login.Outcome.SignedIn;
import onsale.user.session.Tokens;
import onsale.user.terms.Terms;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Login of a client that keeps its tokens itself. */
@RestController
@ProblemsOf(UserProblems.class)
public final class LoginController {

    private final Login login;

    LoginController(Login login) {
        this.login = login;
    }

    /**
     * @param deviceToken what an earlier login of this device was answered; others may have to wait
     *     while somebody guesses the password
     * @param code of the second factor, where one is on
     * @param challenge the answer to a bot check, needed after failed logins
     * @param identityVerificationId of the owner, wakes a dormant account
     * @param restore undoes the deletion of an account whose data is not gone yet
     */
    record LoginRequest(
            @NotNull @Size(max = 254) String email,
            @NotNull @Size(max = 200) String password,
            @Nullable @Size(max = 100) @Pattern(regexp = "[A-Za-z0-9_-]*") String deviceToken,
            @Nullable @Size(max = 40) @Pattern(regexp = "[0-9A-Za-z -]*") String code,
            @Nullable @Size(max = 4096) @Pattern(regexp = "[A-Za-z0-9._-]*") String challenge,
            @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @Nullable Boolean restore) {
        Login.Wish wish() {
            return new Login.Wish(identityVerificationId, Boolean.TRUE.equals(restore), code);
        }

        @Override
        public String toString() {
            return "LoginRequest"; // personal data must not reach a log
        }
    }

    /**
     * @param deviceToken for the next login of this device; it lets nobody in by itself
     * @param missingTerms required terms to agree to, by {@code POST /api/users/me/terms}
     * @param secondFactorNeeded whether this account has its role only with a second factor, which
     *     it has not set up yet
     */
    record LoggedIn(
            String accessToken,
            String refreshToken,
            long expiresInSeconds,
            String deviceToken,
            List<Terms.TermsKey> missingTerms,
            boolean secondFactorNeeded) {
        @Override
        public String toString() {
            return "LoggedIn"; // tokens must not reach a log
        }
    }

    @PostMapping("/api/auth/login")
    @ProblemCodes({
        Codes.WRONG_CREDENTIALS,
        Codes.CODE_REQUIRED,
        Codes.CODE_WRONG,
        Codes.LOCKED,
        Codes.DORMANT,
        Codes.LEAVING,
        Codes.NOT_VERIFIED,
        Codes.NOT_THEIR_ACCOUNT,
        Codes.IDENTITY_UNAVAILABLE,
        Codes.TOO_MANY_TRIES,
        Codes.CHALLENGE_REQUIRED,
        Codes.CHALLENGE_FAILED,
        Codes.CHALLENGE_UNAVAILABLE,
        Codes.BUSY
    })
    LoggedIn login(
            @Valid @RequestBody LoginRequest request,
            @RequestHeader(name = "User-Agent", defaultValue = "") String userAgent,
            HttpServletRequest http) {
        // The front sets the remote address to that of the client.
        Origin origin =
                new Origin(
                        http.getRemoteAddr(),
                        userAgent,
                        request.deviceToken(),
                        request.challenge());
        SignedIn in =
                LoginProblems.signedIn(
                        login.run(request.email(), request.password(), origin, request.wish()));
        Tokens tokens = in.tokens();
        return new LoggedIn(
                tokens.accessToken(),
                tokens.refreshToken(),
                tokens.expiresInSeconds(),
                in.deviceToken(),
                in.missingTerms(),
                in.roleWithheld());
    }
}
