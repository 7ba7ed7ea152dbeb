package onsale.user.browser;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The cookie by which a browser is known to have logged in before. It stays after a logout and lets
 * nobody in by itself.
 */
final class DeviceCookie {

    private static final String NAME = "onsale_device";
    private static final Duration LIFE = Duration.ofDays(365);

    private DeviceCookie() {}

    static @Nullable String read(HttpServletRequest http) {
        return Cookies.read(http, NAME);
    }

    /** The value of {@code Set-Cookie} that keeps the token of the device. */
    static String keep(String token, HttpServletRequest http) {
        return Cookies.keep(NAME, token, LIFE, http);
    }
}
