package onsale.edge.front.connection;

import java.io.IOException;
import java.net.BindException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** Builds the listeners: the public one, with or without TLS, and the one for management. */
public final class Connectors {

    private static final String MANAGEMENT = "management";

    /** Fits nearly all requests; a larger one is read in several parts. Allocated for each read. */
    private static final int REQUEST_BUFFER_BYTES = 4 << 10;

    /** Fits nearly all heads of responses; a larger one gets a larger buffer. */
    private static final int RESPONSE_HEAD_BYTES = 2 << 10;

    private static final int RESPONSE_HEAD_BYTES_MAX = 8 << 10;

    private static final int HTTP2_STREAMS_MAX = 100;
    private static final int ACCEPT_QUEUE = 4_096;

    /** Ports that are tried after the first, if the port is not fixed. */
    private static final int PORTS_TRIED = 100;

    private Connectors() {}

    /** Whether the request came in on the management port. */
    public static boolean isManagement(Request request) {
        return MANAGEMENT.equals(request.getConnectionMetaData().getConnector().getName());
    }

    /**
     * Builds the public listener.
     *
     * @param tls null for none
     */
    public static ServerConnector open(
            Server server,
            FrontSettings settings,
            PublicPort port,
            SslContextFactory.@Nullable Server tls) {
        HttpConfiguration http = http(settings);
        List<ConnectionFactory> protocols = new ArrayList<>();
        if (tls != null) {
            // there is one certificate, whatever host name the client asks for
            http.addCustomizer(new SecureRequestCustomizer(false));
            ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
            alpn.setDefaultProtocol("http/1.1");
            protocols.add(new SslConnectionFactory(tls, alpn.getProtocol()));
            protocols.add(alpn);
            protocols.add(bounded(new HTTP2ServerConnectionFactory(http), settings));
        }
        protocols.add(new HttpConnectionFactory(http));
        if (tls == null && settings.h2c()) {
            protocols.add(bounded(new HTTP2CServerConnectionFactory(http), settings));
        }
        ServerConnector connector =
                new Listener(
                        server,
                        settings.selectorThreads(),
                        port,
                        protocols.toArray(ConnectionFactory[]::new));
        connector.setHost(settings.host());
        connector.setPort(port.number());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        connector.setShutdownIdleTimeout(settings.idleTimeout().toMillis());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        return connector;
    }

    /** Builds the listener for health, metrics and other processes. */
    public static ServerConnector management(
            Server server, FrontSettings settings, String host, int port) {
        ServerConnector connector =
                new ServerConnector(
                        server,
                        null,
                        null,
                        new UnsharedBuffers(),
                        1,
                        1,
                        new HttpConnectionFactory(http(settings)));
        connector.setName(MANAGEMENT);
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        return connector;
    }

    private static HttpConfiguration http(FrontSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        // or a value that a connection has sent before replaces one that differs in case only
        http.setHeaderCacheCaseSensitive(true);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(UriCompliance.RFC3986);
        http.setRequestHeaderSize(Math.toIntExact(settings.headMax().toBytes()));
        http.setInputBufferSize(REQUEST_BUFFER_BYTES);
        http.setResponseHeaderSize(RESPONSE_HEAD_BYTES);
        http.setMaxResponseHeaderSize(RESPONSE_HEAD_BYTES_MAX);
        http.setRelativeRedirectAllowed(true);
        return http;
    }

    private static ConnectionFactory bounded(
            AbstractHTTP2ServerConnectionFactory http2, FrontSettings settings) {
        http2.setMaxConcurrentStreams(HTTP2_STREAMS_MAX);
        http2.setMaxHeaderBlockFragment(Math.toIntExact(settings.headMax().toBytes()));
        http2.setStreamIdleTimeout(settings.idleTimeout().toMillis());
        return http2;
    }

    /** Takes the next free port if the first is taken, unless the port is fixed. */
    private static final class Listener extends ServerConnector {

        private final boolean fixed;

        Listener(Server server, int selectors, PublicPort port, ConnectionFactory... protocols) {
            super(server, null, null, new UnsharedBuffers(), 1, selectors, protocols);
            this.fixed = port.fixed();
        }

        @Override
        protected ServerSocketChannel openAcceptChannel() throws IOException {
            int first = getPort();
            while (true) {
                try {
                    return super.openAcceptChannel();
                } catch (IOException e) {
                    boolean taken = e.getCause() instanceof BindException;
                    if (fixed || !taken || getPort() >= first + PORTS_TRIED) {
                        throw e;
                    }
                    setPort(getPort() + 1);
                }
            }
        }
    }
}
