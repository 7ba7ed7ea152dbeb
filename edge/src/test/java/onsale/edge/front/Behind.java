package onsale.edge.front;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A handler in the framework's place that remembers what reached it, and on which thread. */
final class Behind extends Handler.Abstract implements AutoCloseable {

    /** One request as it arrived. */
    record Seen(
            String method,
            String uri,
            HttpFields headers,
            String body,
            String client,
            boolean secure,
            String host,
            String thread) {}

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    final AtomicLong bytesReceived = new AtomicLong();

    /** Requests to /api/slow wait for this. */
    final CountDownLatch release = new CountDownLatch(1);

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        byte[] body = Content.Source.asString(request).getBytes(StandardCharsets.UTF_8);
        bytesReceived.addAndGet(body.length);
        seen.add(
                new Seen(
                        request.getMethod(),
                        request.getHttpURI().getPathQuery(),
                        request.getHeaders(),
                        new String(body, StandardCharsets.UTF_8),
                        Request.getRemoteAddr(request),
                        request.isSecure(),
                        request.getHttpURI().getAuthority(),
                        Thread.currentThread().getName()));
        switch (path) {
            case "/api/events/slow" -> {
                release.await();
                echo(request, response, callback);
            }
            case "/api/events/download" -> download(request, response, callback);
            case "/api/auth/login" -> {
                boolean wrong = !new String(body, StandardCharsets.UTF_8).contains("right");
                response.setStatus(wrong ? 401 : 200);
                response.write(true, ByteBuffer.allocate(0), callback);
            }
            case "/api/events/dies" -> throw new IllegalStateException("on purpose");
            default -> echo(request, response, callback);
        }
        return true;
    }

    private static void echo(Request request, Response response, Callback callback) {
        response.setStatus(200);
        response.getHeaders().put("X-Behind", "yes");
        String text = "behind:" + request.getHttpURI().getPathQuery();
        response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
    }

    /** As many bytes as the query says, in parts. */
    private static void download(Request request, Response response, Callback callback)
            throws Exception {
        response.setStatus(200);
        byte[] part = new byte[65536];
        long left = Long.parseLong(request.getHttpURI().getQuery());
        for (; left > part.length; left -= part.length) {
            Callback.Completable written = new Callback.Completable();
            response.write(false, ByteBuffer.wrap(part), written);
            written.get();
        }
        response.write(true, ByteBuffer.wrap(part, 0, (int) left), callback);
    }

    @Override
    public void close() {
        release.countDown();
    }
}
