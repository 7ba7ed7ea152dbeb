package onsale.user.browser;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.stream.Stream;
import onsale.user.UserSettings;
import onsale.user.browser.BrowserController.BrowserLoggedIn;
import onsale.user.login.Login.Outcome.SignedIn;
import onsale.user.session.Tokens;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/** Hands a new session to a browser: the refresh token in a cookie, the rest in the body. */
public final class BrowserLogins {

    private final Duration refreshFor;

    public BrowserLogins(UserSettings settings) {
        this.refreshFor = settings.refreshFor();
    }

    /**
     * @param cookies more values of {@code Set-Cookie}
     */
    ResponseEntity<BrowserLoggedIn> answer(
            SignedIn in, HttpServletRequest http, String... cookies) {
        Tokens tokens = in.tokens();
        String[] all =
                Stream.concat(
                                Stream.of(
                                        cookie(tokens, http),
                                        DeviceCookie.keep(in.deviceToken(), http)),
                                Stream.of(cookies))
                        .toArray(String[]::new);
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, all)
                .body(
                        new BrowserLoggedIn(
                                tokens.accessToken(),
                                tokens.expiresInSeconds(),
                                in.missingTerms(),
                                in.roleWithheld()));
    }

    String cookie(Tokens tokens, HttpServletRequest http) {
        return RefreshCookie.keep(tokens.refreshToken(), refreshFor, http);
    }
}
