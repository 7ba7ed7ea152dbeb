package onsale.user.browser;

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
import onsale.user.login.Login;
import onsale.user.login.Login.Outcome.SignedIn;
import onsale.user.login.LoginProblems;
import onsale.user.session.RefreshProblems;
import onsale.user.session.RefreshSession;
import onsale.user.session.Sessions;
import onsale.user.session.Tokens;
import onsale.user.terms.Terms;
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
 * Login, refresh and logout of browsers, which keep the refresh token in a cookie. A page of
 * another site can make a browser send the cookie. It cannot add a header or a JSON body, because
 * no CORS rule allows that, and it cannot choose its origin.
 */
@RestController
@RequestMapping(BrowserController.PATH)
@ProblemsOf(UserProblems.class)
public final class BrowserController {

    static final String PATH = "/api/auth/browser";

    private static final String HEADER = "X-Onsale-Browser";

    private final Login login;
    private final RefreshSession refreshSession;
    private final Sessions sessions;
    private final BrowserLogins logins;

    BrowserController(
            Login login, RefreshSession refreshSession, Sessions sessions, BrowserLogins logins) {
        this.login = login;
        this.refreshSession = refreshSession;
        this.sessions = sessions;
        this.logins = logins;
    }

    /**
     * @param identityVerificationId of the owner, wakes a dormant account
     * @param restore undoes the deletion of an account whose data is not gone yet
     */
    record BrowserLogin(
            @NotNull @Size(max = 254) String email,
            @NotNull @Size(max = 200) String password,
            @Nullable @Size(max = 40) @Pattern(regexp = "[0-9A-Za-z -]*") String code,
            @Nullable @Size(max = 4096) @Pattern(regexp = "[A-Za-z0-9._-]*") String challenge,
            @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,100}") String identityVerificationId,
            @Nullable Boolean restore) {
        Login.Wish wish() {
            return new Login.Wish(identityVerificationId, Boolean.TRUE.equals(restore), code);
        }

        @Override
        public String toString() {
            return "BrowserLogin"; // personal data must not reach a log
        }
    }

    /** What a page keeps in memory. The refresh token is in the cookie. */
    record BrowserSession(String accessToken, long expiresInSeconds) {
        @Override
        public String toString() {
            return "BrowserSession"; // tokens must not reach a log
        }
    }

    /**
     * @param missingTerms required terms to agree to, by {@code POST /api/users/me/terms}
     * @param secondFactorNeeded whether this account has its role only with a second factor, which
     *     it has not set up yet
     */
    record BrowserLoggedIn(
            String accessToken,
            long expiresInSeconds,
            List<Terms.TermsKey> missingTerms,
            boolean secondFactorNeeded) {
        @Override
        public String toString() {
            return "BrowserLoggedIn"; // tokens must not reach a log
        }
    }

    @PostMapping("/login")
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
        Codes.BUSY,
        Codes.FOREIGN_PAGE
    })
    ResponseEntity<BrowserLoggedIn> login(
            @Valid @RequestBody BrowserLogin request,
            @RequestHeader(name = "User-Agent", defaultValue = "") String userAgent,
            HttpServletRequest http) {
        PageOrigin.check(http);
        Origin origin =
                new Origin(
                        http.getRemoteAddr(),
                        userAgent,
                        DeviceCookie.read(http),
                        request.challenge());
        SignedIn in =
                LoginProblems.signedIn(
                        login.run(request.email(), request.password(), origin, request.wish()));
        return logins.answer(in, http);
    }

    @PostMapping("/refresh")
    @ProblemCodes({Codes.SESSION_OVER, Codes.TOO_MANY_REFRESHES, Codes.FOREIGN_PAGE})
    ResponseEntity<BrowserSession> refresh(
            @RequestHeader(HEADER) @Pattern(regexp = "1") String browser, HttpServletRequest http) {
        PageOrigin.check(http);
        @Nullable String token = RefreshCookie.read(http);
        RefreshSession.Outcome outcome =
                token == null ? new RefreshSession.Outcome.Over() : refreshSession.runShared(token);
        Tokens tokens = RefreshProblems.tokens(outcome);
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, logins.cookie(tokens, http))
                .body(new BrowserSession(tokens.accessToken(), tokens.expiresInSeconds()));
    }

    /** The response does not tell whether there was a session. */
    @PostMapping("/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes(Codes.FOREIGN_PAGE)
    ResponseEntity<Void> logout(
            @RequestHeader(HEADER) @Pattern(regexp = "1") String browser, HttpServletRequest http) {
        PageOrigin.check(http);
        @Nullable String token = RefreshCookie.read(http);
        if (token != null) {
            sessions.end(token);
        }
        return ResponseEntity.noContent()
                .header(HttpHeaders.SET_COOKIE, RefreshCookie.delete(http))
                .build();
    }
}
