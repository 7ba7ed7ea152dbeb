package onsale.user.browser;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import onsale.platform.problem.Problem;
import onsale.user.UserProblems;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The site whose page made a browser send a request. Browsers tell it with every POST. */
final class PageOrigin {

    private PageOrigin() {}

    /** Throws a problem if the page is of another site. A request without an origin passes. */
    static void check(HttpServletRequest http) {
        @Nullable String origin = http.getHeader(HttpHeaders.ORIGIN);
        if (origin != null && !isOurs(origin, http)) {
            throw Problem.of(UserProblems.FOREIGN_PAGE, "Open the site itself and sign in there.")
                    .exception();
        }
    }

    /**
     * Compares with the host of the request. A proxy may end TLS without telling us, so an
     * unencrypted request may come from an encrypted page; the reverse is impossible.
     */
    private static boolean isOurs(String origin, HttpServletRequest http) {
        String address = http.getRequestURL().toString().toLowerCase(Locale.ROOT);
        String site = address.substring(0, address.indexOf('/', address.indexOf("://") + 3));
        String page = origin.toLowerCase(Locale.ROOT);
        return page.equals(site)
                || (!http.isSecure() && page.equals(site.replace("http:", "https:")));
    }
}
