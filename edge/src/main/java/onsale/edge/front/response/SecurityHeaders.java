package onsale.edge.front.response;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/**
 * The security headers of every response: browsers may do as little with it as possible, and nobody
 * may store it. A response that sets one of these headers itself keeps its own.
 */
public final class SecurityHeaders {

    private static final String POLICY = "Content-Security-Policy";

    private static final List<HttpField> DEFAULTS =
            List.of(
                    new PreEncodedHttpField(
                            POLICY,
                            "default-src 'none'; base-uri 'none'; form-action 'none';"
                                    + " frame-ancestors 'none'"),
                    new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
                    new PreEncodedHttpField("Referrer-Policy", "no-referrer"),
                    new PreEncodedHttpField(
                            "Permissions-Policy",
                            "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
                    new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin"),
                    new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
                    new PreEncodedHttpField("Cross-Origin-Embedder-Policy", "require-corp"),
                    new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"));

    private static final Set<String> NAMES =
            DEFAULTS.stream().map(HttpField::getLowerCaseName).collect(Collectors.toSet());

    private static final HttpField HSTS =
            new PreEncodedHttpField("Strict-Transport-Security", "max-age=31536000");

    /** The policy of pages and workers of the web app: only our own resources, nothing inline. */
    private static final HttpField PAGE_POLICY =
            new PreEncodedHttpField(
                    POLICY,
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
                            + " blob:; font-src 'self'; connect-src 'self'; worker-src 'self';"
                            + " media-src 'self'; manifest-src 'self';"
                            + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'");

    /**
     * Of the one page that runs the payment provider's script: the script may open the bank's
     * frames and windows, send forms and calls to them and style what it draws. Which hosts those
     * are, the provider decides.
     */
    private static final List<HttpField> PROVIDER_PAGE =
            List.of(
                    new PreEncodedHttpField(
                            POLICY,
                            "default-src 'none'; script-src 'self' https://cdn.portone.io;"
                                    + " style-src 'self' 'unsafe-inline'; font-src 'self';"
                                    + " img-src 'self' https: data:; connect-src 'self' https:;"
                                    + " frame-src https:; form-action https:; base-uri 'none';"
                                    + " frame-ancestors 'none'"),
                    new PreEncodedHttpField(
                            "Cross-Origin-Opener-Policy", "same-origin-allow-popups"),
                    new PreEncodedHttpField("Cross-Origin-Embedder-Policy", "unsafe-none"),
                    new PreEncodedHttpField(
                            "Permissions-Policy",
                            "camera=(), geolocation=(), microphone=(), payment=*, usb=()"));

    /** Of the pages at a door, which read tickets by camera if the browser's user allows it. */
    private static final HttpField CAMERA =
            new PreEncodedHttpField(
                    "Permissions-Policy",
                    "camera=(self), geolocation=(), microphone=(), payment=(), usb=()");

    private static final HttpField PAGE_REFERRER =
            new PreEncodedHttpField("Referrer-Policy", "same-origin");

    private SecurityHeaders() {}

    static void addMissing(HttpFields.Mutable response, boolean https) {
        boolean setsNone = true; // nearly always, which saves a search for each default
        for (HttpField field : response) {
            setsNone &= !NAMES.contains(field.getLowerCaseName());
        }
        for (HttpField field : DEFAULTS) {
            if (setsNone || !response.contains(field.getName())) {
                response.add(field);
            }
        }
        if (https) {
            response.put(HSTS);
        }
    }

    /** Sets the headers of the page that runs the payment provider's script. */
    public static void forProviderPage(HttpFields.Mutable response) {
        PROVIDER_PAGE.forEach(response::put);
        response.put(PAGE_REFERRER);
    }

    /** Sets the headers of a page at a door. */
    public static void forDeskPage(HttpFields.Mutable response) {
        forPage(response);
        response.put(CAMERA);
    }

    /** Sets the headers of a page or a script of the web app. */
    public static void forPage(HttpFields.Mutable response) {
        response.put(PAGE_POLICY);
        response.put(PAGE_REFERRER);
    }
}
