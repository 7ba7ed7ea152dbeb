package onsale.edge.front.connection;

import org.eclipse.jetty.server.AsyncRequestLogWriter;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.RequestLog;

/**
 * The access log: a file with one line for each request, if an operator configures it. A line has
 * peer, forwarded address, time, method and path, status, bytes, milliseconds and request id, but
 * never the query, which may carry personal data. A separate thread writes it.
 */
public final class AccessLog {

    private static final String FORMAT =
            "%{client}a %{X-Forwarded-For}i [%{yyyy-MM-dd'T'HH:mm:ss.SSSXXX|UTC}t] \"%m %U\" %s %O"
                    + " %{ms}T %{X-Request-Id}o";

    private AccessLog() {}

    public static RequestLog to(String file) {
        AsyncRequestLogWriter writer = new AsyncRequestLogWriter(file);
        writer.setAppend(true);
        return new CustomRequestLog(writer, FORMAT);
    }
}
