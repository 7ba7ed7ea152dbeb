package onsale.edge.front.response;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.RequestId;
import onsale.edge.limit.LimitDecision;
import onsale.platform.StartFailure;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

/**
 * Lets pages of configured origins read our responses. Requests of other origins are not refused,
 * since our own pages send an origin too; the browser keeps the response from the page.
 */
public final class Cors {

    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.-]+(:[0-9]{1,5})?");

    private static final HttpField VARY = new PreEncodedHttpField(HttpHeader.VARY, "Origin");
    private static final HttpField EXPOSED =
            new PreEncodedHttpField(
                    HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS,
                    String.join(
                            ", ",
                            RequestId.HEADER,
                            "Retry-After",
                            "Location",
                            "ETag",
                            "Date", // tells a page the time of our clock
                            LimitDecision.LIMIT_HEADER,
                            LimitDecision.REMAINING_HEADER,
                            LimitDecision.RESET_HEADER));
    private static final HttpField METHODS =
            new PreEncodedHttpField(
                    HttpHeader.ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, PATCH, DELETE");
    private static final HttpField HEADERS =
            new PreEncodedHttpField(
                    HttpHeader.ACCESS_CONTROL_ALLOW_HEADERS,
                    "Authorization, Content-Type, Idempotency-Key, X-Request-Id, X-Queue-Receipt,"
                            + " X-Queue-Token");
    private static final HttpField MAX_AGE =
            new PreEncodedHttpField(HttpHeader.ACCESS_CONTROL_MAX_AGE, "600");

    private final Set<String> origins;

    public Cors(List<String> origins) {
        this.origins = Set.copyOf(origins);
    }

    /** Fails the start if a configured origin is not one. */
    public static void check(List<String> origins) {
        for (String origin : origins) {
            if (!ORIGIN.matcher(origin).matches()) {
                throw new StartFailure(
                        "\"%s\" in onsale.front.cors-origins is no origin such as https://partner.example."
                                .formatted(origin));
            }
        }
    }

    /** Adds who may read the response. */
    void addHeaders(HttpFields request, HttpFields.Mutable response) {
        if (origins.isEmpty()) {
            return;
        }
        response.add(VARY);
        @Nullable String origin = request.get(HttpHeader.ORIGIN);
        if (origin != null && origins.contains(origin)) {
            response.put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            response.put(EXPOSED);
        }
    }

    public static boolean isPreflight(FrontRequest request) {
        HttpFields headers = request.headers();
        return request.method().equals("OPTIONS")
                && headers.contains(HttpHeader.ORIGIN)
                && headers.contains(HttpHeader.ACCESS_CONTROL_REQUEST_METHOD);
    }

    /** Allows a preflight; returns false if the origin is not configured. */
    boolean allow(HttpFields request, HttpFields.Mutable response) {
        @Nullable String origin = request.get(HttpHeader.ORIGIN);
        if (origin == null || !origins.contains(origin)) {
            return false;
        }
        response.put(METHODS);
        response.put(HEADERS);
        response.put(MAX_AGE);
        return true;
    }
}
