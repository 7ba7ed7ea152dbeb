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
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import onsale.edge.front.request.RequestId;

/**
 * The minimum that a server can do: Netty's codec, the same check, the same bytes. The bytes are
 * those of a response of the server under comparison, in base64; only the request id is new each
 * time. The date, which servers write once a second, stays the same.
 */
final class BareNettyProcess {

    private BareNettyProcess() {}

    public static void main(String[] args) throws InterruptedException {
        MacAnswer mac = new MacAnswer();
        String answer =
                new String(Base64.getDecoder().decode(args[1]), StandardCharsets.ISO_8859_1);
        int end = answer.indexOf("\r\n\r\n");
        HttpHeaders headers = headers(answer.substring(0, end).lines().skip(1).toList());
        byte[] body = answer.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
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
                                        .addLast(new Answering(mac, headers, body));
                            }
                        })
                .bind("127.0.0.1", Integer.parseInt(args[0]))
                .sync();
        System.out.println("ready");
        Thread.currentThread().join();
    }

    private static HttpHeaders headers(List<String> lines) {
        HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
        for (String line : lines) {
            int colon = line.indexOf(": ");
            // as bytes, which need no encoding
            headers.add(
                    AsciiString.of(line.substring(0, colon)),
                    AsciiString.of(line.substring(colon + 2)));
        }
        return headers;
    }

    private static final class Answering extends SimpleChannelInboundHandler<HttpRequest> {

        private static final AsciiString REQUEST_ID = AsciiString.of(RequestId.HEADER);

        private final MacAnswer mac;
        private final HttpHeaders headers;
        private final byte[] bytes;

        Answering(MacAnswer mac, HttpHeaders headers, byte[] bytes) {
            this.mac = mac;
            this.headers = headers;
            this.bytes = bytes;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
            boolean accepted = mac.accepts(request.headers().get(MacAnswer.HEADER));
            ByteBuf body = Unpooled.wrappedBuffer(accepted ? bytes : new byte[0]);
            FullHttpResponse response =
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            accepted ? HttpResponseStatus.OK : HttpResponseStatus.UNAUTHORIZED,
                            body,
                            DefaultHttpHeadersFactory.headersFactory().withValidation(false),
                            DefaultHttpHeadersFactory.trailersFactory());
            response.headers()
                    .set(headers)
                    .set(REQUEST_ID, RequestId.of(request.headers().get(RequestId.HEADER)));
            var _ = context.writeAndFlush(response, context.voidPromise());
        }
    }
}
