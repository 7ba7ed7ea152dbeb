package onsale.edge.front;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import onsale.platform.embedded.SelfJvm;

/**
 * Hostile clients of a front, in a process of their own: both ends of 16,000 connections would need
 * more files than one process may open.
 */
final class Attackers implements AutoCloseable {

    private static final int ADDRESSES = 200;
    private static final Duration BYTE_EVERY = Duration.ofMillis(200);

    /** For each of four; the attackers share two cores with those they attack. */
    private static final Duration NOISE_EVERY = Duration.ofMillis(2);

    private static final String DONE = "done";

    /**
     * How hard.
     *
     * @param idle connections that never send
     * @param http2 connections of a hundred requests whose body never comes
     * @param slow heads that come by the byte, and as many answers that are not read
     * @param noise requests that are not valid
     */
    record Force(int idle, int http2, int slow, int noise) {}

    private final Process process;
    private final BufferedReader out;

    private Attackers(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    static Attackers start(int port, Force force) throws IOException {
        List<String> options =
                List.of(
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-Dport=" + port,
                        "-Didle=" + force.idle,
                        "-Dhttp2=" + force.http2,
                        "-Dslow=" + force.slow,
                        "-Dnoise=" + force.noise);
        return new Attackers(
                new ProcessBuilder(SelfJvm.command(options, Attackers.class.getName()))
                        .redirectError(Redirect.INHERIT)
                        .start());
    }

    /** Whether everything was opened and all noise was sent; what is open stays open. */
    boolean areDone() throws IOException {
        if (!out.ready()) {
            if (!process.isAlive()) {
                throw new IOException("the attackers failed");
            }
            return false;
        }
        return DONE.equals(out.readLine());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.getInteger("port");
        List<Object> held = new ArrayList<>(); // else a collected connection would be closed
        try (ExecutorService attackers = Executors.newCachedThreadPool()) {
            List<Future<?>> attacks =
                    List.of(
                            attackers.submit(() -> idle(port, Integer.getInteger("idle"))),
                            attackers.submit(() -> bodies(port, Integer.getInteger("http2"))),
                            attackers.submit(() -> noise(port, Integer.getInteger("noise"))));
            List<RawClient> heads = slow(port, Integer.getInteger("slow"), held);
            attackers.execute(() -> byTheByte(heads));
            for (Future<?> attack : attacks) {
                held.add(attack.get());
            }
            System.out.println(DONE);
            while (System.in.read() >= 0) {
                // stays until the test ends, and its end of the pipe with it
            }
            Runtime.getRuntime().halt(0);
        }
    }

    private static List<SocketChannel> idle(int port, int connections) throws IOException {
        InetSocketAddress front = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        List<SocketChannel> open = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 10);
            channel.bind(new InetSocketAddress("127.0.0." + (2 + i % ADDRESSES), 0));
            channel.connect(front);
            open.add(channel);
        }
        return open;
    }

    private static List<Http2Client> bodies(int port, int connections) throws Exception {
        List<Http2Client> open = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            Http2Client client = new Http2Client(port, null, 0);
            open.add(client);
            for (int n = 0; n < 90; n++) {
                client.open(
                        "POST",
                        "/api/payments/webhooks/x",
                        new Http2Client.Exchange(true),
                        false,
                        1);
            }
            for (int n = 0; n < 10; n++) { // its window is zero
                client.open(
                        "GET",
                        "/api/events/download?100000",
                        new Http2Client.Exchange(false),
                        true,
                        -1);
            }
        }
        return open;
    }

    private static List<RawClient> slow(int port, int clients, List<Object> held)
            throws IOException {
        List<RawClient> heads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            heads.add(new RawClient("127.0.0.3", port).send("GET / HTTP/1.1\r\n"));
            held.add(new RawClient("127.0.0.4", port).get("/api/events/download?3000000"));
        }
        return heads;
    }

    private static void byTheByte(List<RawClient> heads) {
        for (int n = 0; ; n++) {
            for (RawClient head : heads) {
                head.send("X-" + n + ": y\r\n");
            }
            LockSupport.parkNanos(BYTE_EVERY.toNanos());
        }
    }

    private static Void noise(int port, int requests) throws Exception {
        List<HostileRequests.Hostile> rows = HostileRequests.all();
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService senders = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                senders.execute(() -> {
                    for (int n = next.getAndIncrement(); n < requests; n = next.getAndIncrement()) {
                        try (RawClient client = new RawClient("127.0.0.5", port)) {
                            client.send(rows.get(n % rows.size()).bytes());
                            if (n % 2 == 0) {
                                client.answer();
                            }
                        } catch (IOException e) {
                            // the front may refuse or close: that is its right
                        }
                        LockSupport.parkNanos(NOISE_EVERY.toNanos());
                    }
                });
            }
        }
        return null;
    }
}
