package onsale.edge.door;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ShutdownEvent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import onsale.edge.ClientAddress;
import org.jspecify.annotations.Nullable;

/**
 * First in line on every connection, before anything is decoded. It closes a connection whose
 * request does not arrive in time, puts the door's own decoder in place, and after a refusal reads
 * on for a moment before it closes: closing with unread bytes would reset the connection and take
 * the answer with it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close is a closed connection
final class Guard extends ChannelDuplexHandler {

    private static final byte[] HTTP2_PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final long LINGER_MILLIS = 1_000;
    private static final long LINGER_BYTES_MAX = 4 << 20;

    private final DoorSettings settings;
    private boolean protocolKnown;
    private boolean requestSeen;
    private int prefaceSeen;
    private boolean lingerOnClose;
    private long lingeringBytesLeft = -1;
    private @Nullable ScheduledFuture<?> deadline;
    private @Nullable String countedPeer;

    Guard(DoorSettings settings) {
        this.settings = settings;
    }

    /** The guard of a connection, from any of its handlers. */
    static Guard of(ChannelHandlerContext ctx) {
        return (Guard) ctx.pipeline().first();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (lingeringBytesLeft >= 0) {
            discard(ctx, (ByteBuf) message);
        } else if (protocolKnown) {
            ctx.fireChannelRead(message);
        } else {
            findProtocol(ctx, (ByteBuf) message);
        }
    }

    /**
     * Nothing goes on until it is clear whether this is HTTP/2. If not, an empty line, which means
     * nothing before a request, makes Vert.x set up HTTP/1, and our decoder takes the place of its
     * own before it has seen a byte of the client's.
     */
    private void findProtocol(ChannelHandlerContext ctx, ByteBuf bytes) {
        int length = bytes.readableBytes();
        int same = 0;
        while (same < length
                && prefaceSeen + same < HTTP2_PREFACE.length
                && bytes.getByte(bytes.readerIndex() + same) == HTTP2_PREFACE[prefaceSeen + same]) {
            same++;
        }
        boolean http2 = prefaceSeen + same == HTTP2_PREFACE.length;
        if (!http2 && same == length) {
            prefaceSeen += same;
            bytes.release();
            headPending(ctx);
            return;
        }
        protocolKnown = true;
        if (http2) {
            requestArrived();
        } else {
            ctx.fireChannelRead(Unpooled.copiedBuffer("\r\n", StandardCharsets.US_ASCII));
            takeDecoder(ctx);
        }
        if (prefaceSeen > 0) {
            ctx.fireChannelRead(Unpooled.copiedBuffer(HTTP2_PREFACE, 0, prefaceSeen));
        }
        ctx.fireChannelRead(bytes);
    }

    private void takeDecoder(ChannelHandlerContext ctx) {
        ChannelPipeline pipeline = ctx.pipeline();
        if (pipeline.get("httpDecoder") != null) {
            pipeline.replace("httpDecoder", "httpDecoder", new DoorDecoder(settings, this));
        }
    }

    /** Part of a head is there: the rest has to come in time. */
    void headPending(ChannelHandlerContext ctx) {
        if (deadline == null) {
            deadline =
                    ctx.executor()
                            .schedule(
                                    () -> ctx.channel().close(),
                                    settings.headTimeout().toMillis(),
                                    TimeUnit.MILLISECONDS);
        }
    }

    void requestArrived() {
        requestSeen = true;
        cancelDeadline();
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    /** Who is at the other end, as limits count it: asked for every request, always the same. */
    String countedPeer(SocketAddress peer) {
        @Nullable String known = countedPeer;
        if (known == null) {
            known = ClientAddress.counted(peer.hostAddress());
            countedPeer = known;
        }
        return known;
    }

    /** The next close lets the client finish sending and read the answer first. */
    void lingerOnClose() {
        lingerOnClose = true;
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!lingerOnClose
                || !ctx.channel().isActive()
                || !(ctx.channel() instanceof DuplexChannel duplex)) {
            ctx.close(promise);
            return;
        }
        lingerOnClose = false;
        lingeringBytesLeft = LINGER_BYTES_MAX;
        ctx.flush();
        duplex.shutdownOutput();
        var end = ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        ctx.channel()
                .closeFuture()
                .addListener(_ -> {
                    end.cancel(false);
                    promise.trySuccess();
                });
        ctx.channel().config().setAutoRead(true);
    }

    private void discard(ChannelHandlerContext ctx, ByteBuf bytes) {
        lingeringBytesLeft = Math.max(0, lingeringBytesLeft - bytes.readableBytes());
        bytes.release();
        if (lingeringBytesLeft == 0) {
            ctx.close();
        }
    }

    /** At a stop, Vert.x closes idle connections, but only those that had a request. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ShutdownEvent && !requestSeen) {
            ctx.close();
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancelDeadline();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        cancelDeadline();
    }
}
