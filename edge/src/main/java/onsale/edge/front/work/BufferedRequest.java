package onsale.edge.front.work;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import onsale.edge.front.request.FrontRequest;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request as Spring MVC sees it: with its whole body, and with the client, host and scheme that
 * the front has found out.
 */
public final class BufferedRequest extends Request.Wrapper {

    private final FrontRequest front;
    private final int length;
    private final ConnectionMetaData connection;
    private final HttpURI uri;
    private Content.@Nullable Chunk body;

    BufferedRequest(FrontRequest front, byte[] body) {
        super(front.jetty());
        this.front = front;
        this.length = body.length;
        this.body = body.length == 0 ? null : Content.Chunk.from(ByteBuffer.wrap(body), true);
        this.connection = new Client(front);
        this.uri =
                HttpURI.build(front.jetty().getHttpURI())
                        .scheme(front.isHttps() ? HttpScheme.HTTPS : HttpScheme.HTTP)
                        .authority(front.host())
                        .asImmutable();
    }

    public FrontRequest front() {
        return front;
    }

    @Override
    public Content.Chunk read() {
        Content.@Nullable Chunk all = body;
        body = null;
        return all == null ? Content.Chunk.EOF : all;
    }

    @Override
    public void demand(Runnable available) {
        getContext().run(available, this);
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public boolean consumeAvailable() {
        body = null;
        return true;
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }

    @Override
    public HttpURI getHttpURI() {
        return uri;
    }

    @Override
    public ConnectionMetaData getConnectionMetaData() {
        return connection;
    }

    /** The connection, as if the client had opened it itself. */
    private static final class Client extends ConnectionMetaData.Wrapper {

        private final FrontRequest front;

        Client(FrontRequest front) {
            super(front.jetty().getConnectionMetaData());
            this.front = front;
        }

        @Override
        public SocketAddress getRemoteSocketAddress() {
            return new InetSocketAddress(front.client(), 0);
        }

        @Override
        public boolean isSecure() {
            return front.isHttps();
        }
    }
}
