package onsale.user.browser;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;

/** Cookies that no script can read and no other site can make a browser send. */
final class Cookies {

    private static final int CHARACTERS_MAX = 200;

    /** For values that we have sealed. */
    static final int SEALED_MAX = 2_000;

    private Cookies() {}

    /**
     * Returns the value, or null if there is none. Of two cookies with one name one is not ours, so
     * neither is used.
     */
    static @Nullable String read(HttpServletRequest http, String name) {
        return read(http, name, CHARACTERS_MAX);
    }

    static @Nullable String read(HttpServletRequest http, String name, int charactersMax) {
        Cookie @Nullable [] cookies = http.getCookies();
        @Nullable String found = null;
        for (Cookie cookie : cookies == null ? new Cookie[0] : cookies) {
            if (cookie.getName().equals(name)) {
                if (found != null) {
                    return null;
                }
                found = cookie.getValue();
            }
        }
        return found == null || found.length() > charactersMax ? null : found;
    }

    /** The value of {@code Set-Cookie}. */
    static String keep(String name, String value, Duration life, HttpServletRequest http) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(http.isSecure()) // as told by the front, or by a proxy that it trusts
                .sameSite("Strict")
                .path(BrowserController.PATH)
                .maxAge(life)
                .build()
                .toString();
    }
}
