package onsale.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import onsale.edge.RequestId;

/** The least a server can do: Netty's codec, the same check, the same bytes. */
final class BareNettyProcess {

    private BareNettyProcess() {}

    public static void main(String[] args) throws InterruptedException {
        MacAnswer mac = new MacAnswer();
        byte[] body =
                args.length > 1 ? args[1].getBytes(StandardCharsets.US_ASCII) : MacAnswer.BODY;
        var loops = new MultiThreadIoEventLoopGroup(2, EpollIoHandler.newFactory());
        new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(
                        new ChannelInitializer<SocketChannel>() {
                            @Override
                            protected void initChannel(SocketChannel channel) {
                                channel.pipeline()
                                        .addLast(new HttpServerCodec())
                                        .addLast(new HttpObjectAggregator(65_536))
                                        .addLast(new Answering(mac, body));
                            }
                        })
                .bind("127.0.0.1", Integer.parseInt(args[0]))
                .sync();
        System.out.println("ready");
        Thread.currentThread().join();
    }

    private static final class Answering extends SimpleChannelInboundHandler<HttpRequest> {

        private final MacAnswer mac;
        private final byte[] bytes;

        Answering(MacAnswer mac, byte[] bytes) {
            this.mac = mac;
            this.bytes = bytes;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
            boolean accepted =
                    !request.uri().equals("/api/hot")
                            || mac.accepts(request.headers().get(MacAnswer.HEADER));
            ByteBuf body = Unpooled.wrappedBuffer(accepted ? bytes : new byte[0]);
            FullHttpResponse response =
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            accepted ? HttpResponseStatus.OK : HttpResponseStatus.UNAUTHORIZED,
                            body);
            response.headers()
                    .set(HttpHeaderNames.DATE, "Sun, 15 Nov 2026 20:00:00 GMT")
                    .set("x-request-id", RequestId.of(request.headers().get(RequestId.HEADER)))
                    .set("x-content-type-options", "nosniff")
                    .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            var _ = context.writeAndFlush(response, context.voidPromise());
        }
    }
}
