package onsale.edge.door;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.impl.transports.TransportInternal;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.transport.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How connections come in: by epoll where the machine has it, else by NIO. Each gets its guard
 * before anyone else sees it; those over the limit are closed before they cost anything.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners are all we need
final class DoorTransport {

    private final DoorSettings settings;
    private final int connectionsMax;
    private final AtomicInteger connections = new AtomicInteger();

    DoorTransport(DoorSettings settings) {
        this.settings = settings;
        this.connectionsMax = Capacity.connections(settings);
    }

    int connections() {
        return connections.get();
    }

    Transport transport() {
        return Transport.EPOLL != null && Transport.EPOLL.available()
                ? new TransportInternal("epoll", true, null, new Epoll())
                : new TransportInternal("nio", true, null, new Nio());
    }

    private final class Epoll extends EpollTransport {
        @Override
        public void configure(
                NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
            super.configure(options, domainSocket, bootstrap);
            bootstrap.handler(new Acceptor());
        }
    }

    private final class Nio extends NioTransport {
        @Override
        public void configure(
                NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
            super.configure(options, domainSocket, bootstrap);
            bootstrap.handler(new Acceptor());
        }
    }

    @ChannelHandler.Sharable
    private final class Acceptor extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            Channel accepted = (Channel) message;
            if (connections.incrementAndGet() > connectionsMax) {
                connections.decrementAndGet();
                accepted.unsafe().closeForcibly();
                return;
            }
            accepted.closeFuture().addListener(_ -> connections.decrementAndGet());
            accepted.pipeline().addLast("guard", new Guard(settings));
            ctx.fireChannelRead(message);
        }
    }
}
