package onsale.user.browser;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a browser keeps of a social login under way, sealed. */
enum SocialCookie {
    ATTEMPT("onsale_social_attempt"),
    PROOF("onsale_social_proof");

    private static final Duration LIFE = Duration.ofMinutes(15);

    private final String cookie;

    SocialCookie(String cookie) {
        this.cookie = cookie;
    }

    @Nullable String read(HttpServletRequest http) {
        return Cookies.read(http, cookie, Cookies.SEALED_MAX);
    }

    /** The value of {@code Set-Cookie} that keeps it. */
    String keep(String value, HttpServletRequest http) {
        return Cookies.keep(cookie, value, LIFE, http);
    }

    /** The value of {@code Set-Cookie} that deletes it. */
    String delete(HttpServletRequest http) {
        return Cookies.keep(cookie, "", Duration.ZERO, http);
    }
}
