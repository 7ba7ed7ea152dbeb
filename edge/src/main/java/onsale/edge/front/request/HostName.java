package onsale.edge.front.request;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The host that a request names: a name or an address, and perhaps a port. */
final class HostName {

    private static final int CHARS_MAX = 255;

    private HostName() {}

    /** Returns the host as sent, empty if there is none; HTTP/1.0 may leave it out. */
    static String of(Request request) {
        @Nullable String host = request.getHeaders().get(HttpHeader.HOST);
        if (host != null) {
            return host;
        }
        HttpURI uri = request.getHttpURI();
        @Nullable String authority = uri.getAuthority();
        if (authority != null) {
            return authority;
        }
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
                ? "localhost"
                : "";
    }

    static boolean isValid(String host) {
        if (host.isEmpty() || host.length() > CHARS_MAX) {
            return false;
        }
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c >= 128 || (!Character.isLetterOrDigit(c) && "-._:[]".indexOf(c) < 0)) {
                return false;
            }
        }
        return true;
    }
}
