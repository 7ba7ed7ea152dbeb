package onsale.edge.front.work;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import java.util.zip.Deflater;
import onsale.edge.front.request.AcceptEncoding;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.response.Gzip;
import onsale.edge.front.response.ResponseWriter;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Collects a response of Spring MVC and sends it as a whole. So the worker never waits for the
 * client, the length is known, and an error half-way through can still become a problem document.
 */
final class BufferedResponse extends Response.Wrapper {

    /** Far above our largest response: more is a bug. */
    private static final int BYTES_MAX = 32 << 20;

    private final FrontRequest front;
    private final ResponseWriter responses;
    private final Deadline deadline;
    private final IntConsumer onStatus;
    private final long compressFromBytes;
    private final BoundedBytes collected = new BoundedBytes(BYTES_MAX);

    /**
     * @param onStatus gets the status before the client does
     */
    BufferedResponse(
            BufferedRequest request,
            ResponseWriter responses,
            Deadline deadline,
            IntConsumer onStatus,
            long compressFromBytes) {
        super(request, request.front().response());
        this.front = request.front();
        this.responses = responses;
        this.deadline = deadline;
        this.onStatus = onStatus;
        this.compressFromBytes = compressFromBytes;
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        if (!last) {
            try {
                collect(content);
            } catch (IOException e) {
                callback.failed(e);
                return;
            }
            callback.succeeded();
            return;
        }
        deadline.stop(); // the response begins
        try {
            send(content, callback);
        } catch (IOException e) {
            callback.failed(e);
        }
    }

    private void collect(@Nullable ByteBuffer content) throws IOException {
        if (!collected.add(content)) {
            throw new IOException("a response of more than " + BYTES_MAX + " bytes");
        }
    }

    private void send(@Nullable ByteBuffer end, Callback callback) throws IOException {
        ByteBuffer body = end == null ? ByteBuffer.allocate(0) : end;
        if (!collected.isEmpty()) {
            collect(end);
            body = ByteBuffer.wrap(collected.take());
        }
        HttpFields.Mutable headers = getHeaders();
        if (isCompressible(body.remaining(), headers)) {
            body = ByteBuffer.wrap(gzip(body));
            headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
            headers.remove(HttpHeader.CONTENT_LENGTH);
        }
        onStatus.accept(getStatus());
        responses.addCommonHeaders(front, headers);
        responses.write(front, getWrapped(), body, callback);
    }

    private boolean isCompressible(int size, HttpFields.Mutable headers) {
        @Nullable String type = headers.get(HttpHeader.CONTENT_TYPE);
        if (size < compressFromBytes || type == null || !type.contains("json")) {
            return false;
        }
        headers.add(HttpHeader.VARY, "Accept-Encoding");
        return !headers.contains(HttpHeader.CONTENT_ENCODING)
                && AcceptEncoding.allows(
                        getRequest().getHeaders().get(HttpHeader.ACCEPT_ENCODING), "gzip");
    }

    private static byte[] gzip(ByteBuffer body) {
        byte[] plain = new byte[body.remaining()];
        body.get(plain);
        return Gzip.compress(plain, Deflater.BEST_SPEED);
    }

    @Override
    public void reset() {
        collected.take();
        super.reset();
    }
}
