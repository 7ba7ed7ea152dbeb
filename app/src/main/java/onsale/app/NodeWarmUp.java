package onsale.app;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import onsale.edge.front.access.WarmUpKey;
import onsale.platform.warmup.WarmUp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays what fans will do, at full speed and for a bounded time, before the node is ready: calls to
 * its own public port that lead nowhere, and what contexts play beside them. Whatever fails here is
 * told and passed over, because a cold node is better than none.
 */
final class NodeWarmUp {

    private static final Logger LOG = LoggerFactory.getLogger(NodeWarmUp.class);
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    private static final int HEAD_BYTES_MAX = 16_384;

    private final List<WarmUp> contexts;
    private final WarmUpKey key;
    private final int port;
    private final boolean tls;

    NodeWarmUp(List<WarmUp> contexts, WarmUpKey key, int port, boolean tls) {
        this.contexts = contexts;
        this.key = key;
        this.port = port;
        this.tls = tls;
    }

    void run(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        List<Thread> players = new ArrayList<>();
        if (atMost.isPositive()) {
            int callers = Runtime.getRuntime().availableProcessors();
            for (int i = 0; i < callers; i++) {
                players.add(Thread.ofPlatform().daemon().start(() -> call(end)));
            }
            for (WarmUp context : contexts) {
                players.add(Thread.ofPlatform().daemon().start(() -> play(context, end)));
            }
        }
        for (Thread player : players) {
            try {
                player.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        key.end();
    }

    private static void play(WarmUp context, long end) {
        try (WarmUp.@Nullable Session session = context.open()) {
            while (session != null && System.nanoTime() - end < 0) {
                session.play();
            }
        } catch (RuntimeException e) {
            LOG.info("Warm-up goes on without {}: {}", context, e.toString());
        }
    }

    private void call(long end) {
        List<byte[]> requests = requests();
        try (Socket socket = connect()) {
            socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
            BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (int i = 0; System.nanoTime() - end < 0; i++) {
                out.write(requests.get(i % requests.size()));
                out.flush();
                readAnswer(in);
            }
        } catch (IOException | GeneralSecurityException e) {
            LOG.info("Warm-up goes on without calls: {}", e.toString());
        }
    }

    private List<byte[]> requests() {
        Map<String, String> headers = new HashMap<>();
        headers.put("Host", "localhost");
        headers.put("Accept", "application/json");
        headers.put("Idempotency-Key", "warm-up");
        headers.put(WarmUpKey.HEADER, String.valueOf(key.key()));
        contexts.forEach(context -> headers.putAll(context.credentials()));
        List<byte[]> requests = new ArrayList<>();
        requests.add(request(new WarmUp.Call("GET", "/", null), headers));
        for (WarmUp context : contexts) {
            context.calls().forEach(call -> requests.add(request(call, headers)));
        }
        return requests;
    }

    private static byte[] request(WarmUp.Call call, Map<String, String> headers) {
        StringBuilder text = new StringBuilder();
        text.append(call.method()).append(' ').append(call.path()).append(" HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        @Nullable String body = call.body();
        if (body != null) {
            text.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length())
                    .append("\r\n");
        } else if (!call.method().equals("GET")) {
            text.append("Content-Length: 0\r\n");
        }
        text.append("\r\n").append(body == null ? "" : body);
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private Socket connect() throws IOException, GeneralSecurityException {
        InetAddress here = InetAddress.getLoopbackAddress();
        if (!tls) {
            return new Socket(here, port);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Ourselves()}, null);
        return context.getSocketFactory().createSocket(here, port);
    }

    private static void readAnswer(BufferedInputStream in) throws IOException {
        StringBuilder head = new StringBuilder(512);
        while (!head.toString().endsWith("\r\n\r\n")) {
            int c = in.read();
            if (c < 0 || head.length() > HEAD_BYTES_MAX) {
                throw new IOException("no answer after " + head);
            }
            head.append((char) c);
        }
        String text = head.toString().toLowerCase(Locale.ROOT);
        int at = text.indexOf("content-length: ");
        if (at >= 0) {
            String length = text.substring(at + 16, text.indexOf('\r', at));
            in.skipNBytes(Long.parseLong(length));
        }
    }

    /** Whoever listens on our own port is us: there is nobody to deceive. */
    private static final class Ourselves implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
