package onsale.user.browser;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The cookie that holds the refresh token of a browser. No script can read it. */
final class RefreshCookie {

    private static final String NAME = "onsale_refresh";

    private RefreshCookie() {}

    /** Returns the refresh token, or null if there is none. */
    static @Nullable String read(HttpServletRequest http) {
        return Cookies.read(http, NAME);
    }

    /** The value of {@code Set-Cookie} that keeps a refresh token. */
    static String keep(String refreshToken, Duration life, HttpServletRequest http) {
        return Cookies.keep(NAME, refreshToken, life, http);
    }

    /** The value of {@code Set-Cookie} that deletes the cookie. */
    static String delete(HttpServletRequest http) {
        return keep("", Duration.ZERO, http);
    }
}
