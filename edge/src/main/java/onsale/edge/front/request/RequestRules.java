package onsale.edge.front.request;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Rules for requests beyond Jetty's strict mode. A request that the front, a proxy before it and
 * Spring MVC behind it could read differently is refused.
 */
public final class RequestRules {

    public static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private static final int TARGET_CHARS_MAX = 8_192;

    private RequestRules() {}

    /** Returns the target, or null if it is refused. */
    public static @Nullable Target target(Request request) {
        HttpURI uri = request.getHttpURI();
        if (uri.getFragment() != null || uri.getUser() != null) {
            return null;
        }
        @Nullable String scheme = uri.getScheme();
        if (scheme != null
                && !(request.getConnectionMetaData().isSecure()
                                ? HttpScheme.HTTPS
                                : HttpScheme.HTTP)
                        .is(scheme)) {
            return null;
        }
        @Nullable String pathQuery = uri.getPathQuery();
        return pathQuery == null ? null : Target.parse(pathQuery);
    }

    /** Returns why the request is refused, or null. */
    public static @Nullable Refusal check(Request request, @Nullable Target target) {
        HttpFields headers = request.getHeaders();
        HttpVersion version = request.getConnectionMetaData().getHttpVersion();
        if (!METHODS.contains(request.getMethod())) {
            return Refusal.METHOD_NOT_ALLOWED;
        }
        if (target == null) {
            return Refusal.BAD_TARGET;
        }
        if (target.length() > TARGET_CHARS_MAX) {
            return Refusal.TARGET_TOO_LONG;
        }
        if (!HostName.isValid(HostName.of(request))) {
            return Refusal.BAD_HOST;
        }
        @Nullable String encoding = headers.get(HttpHeader.TRANSFER_ENCODING);
        if (encoding != null
                && (version != HttpVersion.HTTP_1_1 || !encoding.equalsIgnoreCase("chunked"))) {
            return Refusal.BAD_REQUEST;
        }
        @Nullable String expected = headers.get(HttpHeader.EXPECT);
        return expected != null && !expected.equalsIgnoreCase("100-continue")
                ? Refusal.EXPECTATION_FAILED
                : null;
    }
}
