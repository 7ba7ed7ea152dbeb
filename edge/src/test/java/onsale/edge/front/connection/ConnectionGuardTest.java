package onsale.edge.front.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.edge.front.Fronts;
import onsale.edge.front.request.TrustedProxies;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** Looking for slow connections does not cost a busy one. */
class ConnectionGuardTest {

    private static final int CLIENTS = 4;
    private static final int REQUESTS = 25_000;
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\nX-Some: header\r\n\r\n"
                    .getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private static final class Empty extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.setStatus(204);
            response.write(true, null, callback);
            return true;
        }
    }

    @Test
    void aBusyConnectionIsNeverTakenForASlowOne() throws Exception {
        ConnectionGuard guard =
                new ConnectionGuard(Fronts.settings(Map.of()), TrustedProxies.parse(List.of()));
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        server.addConnector(connector);
        server.setHandler(new Empty());
        server.start();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Integer>> answered = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                answered.add(clients.submit(() -> answered(connector.getLocalPort())));
            }

            while (answered.stream().anyMatch(each -> !each.isDone())) {
                guard.closeSlow(connector);
            }

            for (Future<Integer> each : answered) {
                assertThat(each.get()).isEqualTo(REQUESTS);
            }
        } finally {
            server.stop();
        }
    }

    /** Sends one request after the other and returns how many were answered. */
    private static int answered(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            for (int i = 0; i < REQUESTS; i++) {
                socket.getOutputStream().write(REQUEST);
                for (int matched = 0; matched < END.length; ) {
                    int next = in.read();
                    if (next < 0) {
                        return i;
                    }
                    matched = next == END[matched] ? matched + 1 : next == END[0] ? 1 : 0;
                }
            }
            return REQUESTS;
        } catch (IOException e) {
            return -1; // reset
        }
    }
}
