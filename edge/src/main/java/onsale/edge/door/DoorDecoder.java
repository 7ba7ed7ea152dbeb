package onsale.edge.door;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1 as the door understands it: stricter than the library's. A request whose framing or host
 * could be read in two ways is refused, and after a refusal nothing else on the connection is read
 * as a request. It also tells the guard when a head is still on its way.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close is a closed connection
final class DoorDecoder extends VertxHttpRequestDecoder {

    /** Bytes of chunk framing beyond the content itself, as many again as content plus this. */
    private static final long FRAMING_BYTES_MAX = 64 << 10;

    /** A request that was read but is refused. */
    static final class Refused extends Exception {
        private final transient Refusal refusal;

        Refused(Refusal refusal) {
            super(refusal.name(), null, false, false);
            this.refusal = refusal;
        }

        Refusal refusal() {
            return refusal;
        }
    }

    private enum Reading {
        NOTHING,
        HEAD,
        BODY,
        REFUSED
    }

    private final Guard guard;
    private Reading reading = Reading.NOTHING;
    private long framingBytesLeft;

    DoorDecoder(DoorSettings settings, Guard guard) {
        super(
                new HttpServerOptions()
                        .setMaxInitialLineLength(settings.requestLineBytesMax())
                        .setMaxHeaderSize(settings.headerBytesMax()));
        this.guard = guard;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
            throws Exception {
        if (reading == Reading.REFUSED) {
            in.skipBytes(in.readableBytes());
            return;
        }
        int before = in.readableBytes();
        int known = out.size();
        super.decode(ctx, in, out);
        if (reading == Reading.BODY) {
            framingBytesLeft -= before - in.readableBytes();
        }
        for (int i = known; i < out.size(); i++) {
            decoded(out.get(i));
            out.set(i, outsideThePool(out.get(i)));
        }
        if (reading == Reading.NOTHING && out.size() == known) {
            reading = Reading.HEAD;
            guard.headPending(ctx);
        } else if (reading == Reading.BODY && framingBytesLeft < 0) {
            reading = Reading.REFUSED;
            ctx.close();
        }
    }

    private void decoded(Object message) {
        if (message instanceof HttpRequest request) {
            guard.requestArrived();
            reading = Reading.BODY;
            framingBytesLeft = FRAMING_BYTES_MAX;
            if (request.decoderResult().isSuccess()) {
                @Nullable Refusal refusal = judge(request);
                if (refusal != null) {
                    request.setDecoderResult(DecoderResult.failure(new Refused(refusal)));
                }
            }
            if (!request.decoderResult().isSuccess()) {
                request.setProtocolVersion(HttpVersion.HTTP_1_1);
                reading = Reading.REFUSED;
            }
        } else if (message instanceof HttpContent content) {
            framingBytesLeft += 2L * content.content().readableBytes();
            if (message instanceof LastHttpContent && reading == Reading.BODY) {
                reading = Reading.NOTHING;
            }
        }
    }

    /**
     * Vert.x copies content out of the pool anyway, but only when it gets to it: what waits its
     * turn when the connection closes would be lost to the pool.
     */
    private static Object outsideThePool(Object message) {
        if (!(message instanceof HttpContent content) || !content.content().isReadable()) {
            return message;
        }
        ByteBuf copy = Unpooled.buffer(content.content().readableBytes());
        copy.writeBytes(content.content());
        content.release();
        return content.replace(copy);
    }

    private static @Nullable Refusal judge(HttpRequest request) {
        HttpHeaders headers = request.headers();
        // The library would switch to HTTP/2 on this header, and mishandles a body while doing so.
        headers.remove(HttpHeaderNames.UPGRADE);
        boolean http11 = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (!http11) {
            if (!request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                return Refusal.VERSION_NOT_SUPPORTED;
            }
            // An answer of unknown length ends with the connection, so it cannot be kept.
            headers.remove(HttpHeaderNames.CONNECTION);
        }
        if (headers.contains("")) {
            return Refusal.BAD_REQUEST; // ": value" has no name
        }
        List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!encodings.isEmpty()
                && (encodings.size() > 1
                        || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(
                                encodings.getFirst()))) {
            return Refusal.BAD_REQUEST;
        }
        List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        boolean oneHost = hosts.size() == 1 && Hosts.valid(hosts.getFirst());
        return oneHost || (hosts.isEmpty() && !http11) ? null : Refusal.BAD_HOST;
    }
}
