package onsale.edge.front;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Thousands of clients in a process of their own, because each process may open only so many
 * connections. Driven by lines on its input; says on its output what it saw.
 *
 * <pre>
 * open N PATH      opens N connections and sends one GET on each
 * busy K SECONDS   sends GETs on K of them, one after the other, for so long
 * again            sends one more GET on every connection
 * await TEXT       waits until every connection has received TEXT
 * </pre>
 */
final class LoadClient {

    private static final int CONNECTING_MAX = 200;
    private static final int PER_SOURCE_ADDRESS = 10_000;
    private static final long GIVE_UP_MILLIS = 60_000;

    private final int port;
    private final Selector selector = Selector.open();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 16);
    private final List<Connection> all = new ArrayList<>();
    private String awaited = "";
    private ByteBuffer request = ByteBuffer.allocate(0);
    private int received;
    private int errors;
    private long busyUntilNanos;
    private final List<Long> nanos = new ArrayList<>();

    private static final class Connection {
        final SocketChannel channel;
        boolean busy;
        boolean done;
        long sentNanos;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private LoadClient(int port) throws IOException {
        this.port = port;
    }

    public static void main(String[] args) throws Exception {
        LoadClient client = new LoadClient(Integer.parseInt(args[0]));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "open" -> client.open(Integer.parseInt(words[1]), words[2]);
                case "busy" -> client.busy(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                case "again" -> client.again();
                case "await" -> client.await(line.substring("await ".length()));
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    private void open(int count, String path) throws IOException {
        request =
                ByteBuffer.wrap(
                        ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        awaited = path.contains("stream") ? "first" : "{\"hot\":true}";
        received = 0;
        Deque<Integer> waiting = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            waiting.add(i);
        }
        long deadline = System.currentTimeMillis() + GIVE_UP_MILLIS;
        while (received + errors < count && System.currentTimeMillis() < deadline) {
            while (!waiting.isEmpty() && all.size() - received - errors < CONNECTING_MAX) {
                connect(waiting.poll());
            }
            select();
        }
        say("opened " + received + " errors " + errors);
    }

    private void connect(int index) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        channel.bind(new InetSocketAddress(loopback(1 + index / PER_SOURCE_ADDRESS), 0));
        Connection connection = new Connection(channel);
        all.add(connection);
        channel.connect(new InetSocketAddress(loopback(1), port));
        channel.register(selector, SelectionKey.OP_CONNECT, connection);
    }

    private static InetAddress loopback(int last) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    private void busy(int count, int seconds) throws IOException {
        nanos.clear();
        received = 0;
        busyUntilNanos = System.nanoTime() + seconds * 1_000_000_000L;
        for (Connection connection : all.subList(0, count)) {
            connection.busy = true;
            send(connection);
        }
        while (System.nanoTime() < busyUntilNanos || received + errors < nanos.size()) {
            select();
        }
        all.forEach(connection -> connection.busy = false);
        nanos.sort(null);
        say(
                "requests %d errors %d p50 %d us p99 %d us"
                        .formatted(
                                nanos.size(),
                                errors,
                                nanos.get(nanos.size() / 2) / 1000,
                                nanos.get(nanos.size() * 99 / 100) / 1000));
    }

    private void again() throws IOException {
        received = 0;
        for (Connection connection : all) {
            connection.done = false;
            send(connection);
        }
        finish("answered ");
    }

    private void await(String text) throws IOException {
        awaited = text;
        received = 0;
        all.forEach(connection -> connection.done = false);
        say("waiting");
        finish("received ");
    }

    private void finish(String what) throws IOException {
        long deadline = System.currentTimeMillis() + GIVE_UP_MILLIS;
        while (received + errors < all.size() && System.currentTimeMillis() < deadline) {
            select();
        }
        say(what + received + " errors " + errors);
    }

    private void select() throws IOException {
        selector.select(this::ready, 50);
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isConnectable()) {
                connection.channel.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                send(connection);
            } else {
                read(connection);
            }
        } catch (IOException e) {
            errors++;
            key.cancel();
        }
    }

    private void send(Connection connection) throws IOException {
        connection.sentNanos = System.nanoTime();
        connection.channel.write(request.duplicate());
    }

    private void read(Connection connection) throws IOException {
        bytes.clear();
        if (connection.channel.read(bytes) < 0) {
            throw new IOException("closed");
        }
        bytes.flip();
        boolean here = StandardCharsets.ISO_8859_1.decode(bytes).toString().contains(awaited);
        if (here && connection.busy) {
            nanos.add(System.nanoTime() - connection.sentNanos);
            received++;
            if (System.nanoTime() < busyUntilNanos) {
                send(connection);
            }
        } else if (here && !connection.done) {
            connection.done = true;
            received++;
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
