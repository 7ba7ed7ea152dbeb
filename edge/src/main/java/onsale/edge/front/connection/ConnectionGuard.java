package onsale.edge.front.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import onsale.edge.front.request.CountedAddress;
import onsale.edge.front.request.PerAddressLimit;
import onsale.edge.front.request.TrustedProxies;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Bounds connections before there is a request: their number in total and for one address, and the
 * time for a request head or a TLS handshake. Jetty's own timeouts start over with every byte.
 */
public final class ConnectionGuard implements SelectorManager.AcceptListener {

    private static final long LINGER_MILLIS = 2_000;

    private final int max;
    private final TrustedProxies proxies;
    private final PerAddressLimit addresses;
    private final long headNanosMax;
    private final AtomicInteger open = new AtomicInteger();

    public ConnectionGuard(FrontSettings settings, TrustedProxies proxies) {
        this.max = ConnectionCapacity.connections(settings);
        this.proxies = proxies;
        this.addresses = new PerAddressLimit(settings.connectionsPerAddressMax());
        this.headNanosMax = settings.headTimeout().toNanos();
    }

    /** The number of open connections. */
    public int open() {
        return open.get();
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        boolean fits = open.incrementAndGet() <= max;
        @Nullable InetAddress peer = peer(channel);
        if (peer == null) {
            return;
        }
        boolean fewOfThisAddress = addresses.take(CountedAddress.of(peer));
        if (!fits || !(fewOfThisAddress || proxies.trusts(peer))) {
            try {
                channel.close(); // Jetty then calls onAcceptFailed
            } catch (IOException e) {
                // the channel is closed anyway
            }
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        onClosed(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        open.decrementAndGet();
        @Nullable InetAddress peer = peer(channel);
        if (peer != null) {
            addresses.giveBack(CountedAddress.of(peer));
        }
    }

    /** Returns the address of the peer, also after the channel was closed. */
    private static @Nullable InetAddress peer(SelectableChannel channel) {
        return ((SocketChannel) channel).socket().getInetAddress();
    }

    /** Closes connections that are out of time; to be called regularly. */
    public void closeSlow(ServerConnector connector) {
        long now = System.nanoTime();
        for (EndPoint endPoint : connector.getConnectedEndPoints()) {
            if (isSlow(endPoint, now) || isHalfClosed(endPoint)) {
                endPoint.close();
            }
        }
    }

    /** Closes connections without a request under way, at a stop. */
    public void closeIdle(ServerConnector connector) {
        for (EndPoint endPoint : connector.getConnectedEndPoints()) {
            if (endPoint.getConnection() instanceof HttpConnection http
                    && http.getHttpChannel().getRequest() == null) {
                endPoint.close();
            }
        }
    }

    /**
     * Whether the response is complete, the client had time to read it, and only the close is
     * missing. Jetty leaves some such connections, after requests that are not HTTP, to the idle
     * timeout.
     */
    private static boolean isHalfClosed(EndPoint endPoint) {
        return endPoint.isOutputShutdown()
                && endPoint instanceof AbstractEndPoint known
                && known.getIdleFor() > LINGER_MILLIS
                && endPoint.getConnection() instanceof HttpConnection http
                && http.getHttpChannel().getRequest() == null;
    }

    private boolean isSlow(EndPoint endPoint, long now) {
        @Nullable Connection connection = endPoint.getConnection();
        if (connection instanceof SslConnection ssl) {
            HandshakeStatus status = ssl.getSSLEngine().getHandshakeStatus();
            boolean inHandshake =
                    status != HandshakeStatus.NOT_HANDSHAKING
                            || ssl.getSSLEngine().getSession().getProtocol().equals("NONE");
            if (inHandshake) {
                return System.currentTimeMillis() - endPoint.getCreatedTimeStamp()
                        > headNanosMax / 1_000_000;
            }
            connection = ssl.getSslEndPoint().getConnection();
        }
        if (!(connection instanceof HttpConnection http)) {
            return false;
        }
        return isInHeadForLong(http.getParser(), now);
    }

    /**
     * The parser goes on meanwhile, and forgets the begin of a request when it is done with it.
     * Only a begin that is the same before and after belongs to the head that was seen.
     */
    private boolean isInHeadForLong(HttpParser parser, long now) {
        long begin = parser.getBeginNanoTime();
        return begin != 0
                && now - begin > headNanosMax
                && !parser.isStart()
                && parser.inHeaderState()
                && parser.getBeginNanoTime() == begin;
    }
}
