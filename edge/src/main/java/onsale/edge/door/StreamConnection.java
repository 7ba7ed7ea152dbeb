package onsale.edge.door;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.internal.buffer.BufferInternal;

/** One fan's end of a stream. It takes shared bytes, or says that it cannot keep up. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
sealed interface StreamConnection {

    /** False if the client does not read: nothing was written. */
    boolean send(SharedEvent event);

    void close();

    static StreamConnection of(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2
                ? new Http2(request.response())
                : Http1.of(request);
    }

    /**
     * Writes finished chunks past the encoder, which would frame them again for each connection.
     */
    record Http1(ChannelHandlerContext encoder) implements StreamConnection {

        /** Kernel memory for what a fan has not read yet; twice this is used. */
        private static final int SEND_BUFFER_BYTES = 16 << 10;

        static Http1 of(HttpServerRequest request) {
            Channel channel =
                    ((HttpServerConnection) request.connection()).channelHandlerContext().channel();
            ChannelPipeline pipeline = channel.pipeline();
            // Heartbeats and the kernel's own timeout find dead clients from here on.
            if (pipeline.get("idle") != null) {
                pipeline.remove("idle");
            }
            channel.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
            return new Http1(pipeline.context("httpEncoder"));
        }

        @Override
        public boolean send(SharedEvent event) {
            if (!encoder.channel().isWritable()) {
                return false;
            }
            encoder.writeAndFlush(event.asChunk(), encoder.voidPromise());
            return true;
        }

        @Override
        public void close() {
            encoder.channel().close();
        }
    }

    /** One stream among others on its connection. */
    record Http2(HttpServerResponse response) implements StreamConnection {

        @Override
        public boolean send(SharedEvent event) {
            if (response.closed() || response.writeQueueFull()) {
                return false;
            }
            var bytes = event.asData();
            response.write(BufferInternal.buffer(bytes)).onComplete(_ -> bytes.release());
            return true;
        }

        @Override
        public void close() {
            if (!response.closed()) {
                response.reset();
            }
        }
    }
}
