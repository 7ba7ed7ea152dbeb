package onsale.rush.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.slf4j.LoggerFactory;

/** A server for one test of the HTTP client, and what tests of it share. */
abstract class HttpRig {

    static final InetAddress HERE = InetAddress.getLoopbackAddress();
    static final Duration SOON = Duration.ofSeconds(20);
    static final Duration AT_ONCE = Duration.ofMillis(300);

    final ExecutorService fans = Executors.newVirtualThreadPerTaskExecutor();
    final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    final Logger log = (Logger) LoggerFactory.getLogger("org.eclipse.jetty");
    @Nullable HttpServer server;

    @BeforeEach
    void listenToTheLog() {
        log.setLevel(Level.INFO);
        logged.start();
        log.addAppender(logged);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
        fans.shutdownNow();
        log.detachAppender(logged);
        log.setLevel(null);
        assertThat(logged.list).isEmpty();
    }

    static Answer get(Http http, URI target) {
        return http.send("GET", target, Map.of(), null, SOON);
    }

    static void wasSentInVain(Answer answer) {
        assertThat(answer.status()).isZero();
        assertThat(answer.body()).isEmpty();
        assertThat(answer.sent()).isTrue();
    }

    URI answering(HttpHandler handler) throws IOException {
        server = HttpServer.create(new InetSocketAddress(HERE, 0), 1_000);
        server.createContext("/", handler);
        server.setExecutor(fans);
        server.start();
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    static URI targetOf(ServerSocket listening) {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    static void answerZipped(HttpExchange exchange, byte[] body) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(body);
        }
        exchange.getResponseHeaders().add("Content-Encoding", "gzip");
        answer(exchange, 200, zipped.toByteArray());
    }

    static void readRequest(Socket connection) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = connection.getInputStream().read();
            assertThat(read).isNotNegative();
            head.append((char) read);
        }
    }

    static void write(Socket connection, String answer) throws IOException {
        connection.getOutputStream().write(answer.getBytes(UTF_8));
    }

    static boolean isConnectedTo(ServerSocket listening) throws IOException {
        listening.setSoTimeout((int) AT_ONCE.toMillis());
        try (Socket _ = listening.accept()) {
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    /** Connects until the server's queue is full and nobody else can. */
    static List<Socket> fill(ServerSocket listening) throws IOException {
        List<Socket> connected = new ArrayList<>();
        while (true) {
            Socket socket = new Socket();
            connected.add(socket);
            try {
                socket.connect(listening.getLocalSocketAddress(), (int) AT_ONCE.toMillis());
            } catch (SocketTimeoutException e) {
                return connected;
            }
        }
    }

    static void meet(CyclicBarrier barrier) throws IOException {
        try {
            barrier.await(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    static void await(CountDownLatch latch) throws IOException {
        try {
            assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
