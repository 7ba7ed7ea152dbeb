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
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.edge.ClientAddress;

/**
 * How connections come in: by epoll where the machine has it, else by NIO. Each gets its guard
 * before anyone else sees it; those over the limit are closed before they cost anything.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners are all we need
final class DoorTransport {

    private final DoorSettings settings;
    private final TrustedProxies proxies;
    private final int connectionsMax;
    private final AtomicInteger connections = new AtomicInteger();

    /** How many of them an address has; no more entries than connections. */
    private final ConcurrentHashMap<String, Integer> byAddress = new ConcurrentHashMap<>();

    DoorTransport(DoorSettings settings, TrustedProxies proxies) {
        this.settings = settings;
        this.proxies = proxies;
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

    private void left(String counted) {
        connections.decrementAndGet();
        byAddress.computeIfPresent(counted, (_, open) -> open == 1 ? null : open - 1);
    }

    private static String peer(Channel accepted) {
        return accepted.remoteAddress() instanceof InetSocketAddress peer
                ? peer.getAddress().getHostAddress()
                : "unknown"; // gone already
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
            String peer = peer(accepted);
            String counted = ClientAddress.counted(peer);
            int all = connections.incrementAndGet();
            int ofPeer = byAddress.merge(counted, 1, Integer::sum);
            if (all > connectionsMax
                    || (ofPeer > settings.connectionsPerAddressMax() && !proxies.trusts(peer))) {
                left(counted);
                accepted.unsafe().closeForcibly();
                return;
            }
            accepted.closeFuture().addListener(_ -> left(counted));
            accepted.pipeline().addLast("guard", new Guard(settings));
            ctx.fireChannelRead(message);
        }
    }
}
