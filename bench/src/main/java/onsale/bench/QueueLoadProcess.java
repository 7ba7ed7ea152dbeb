package onsale.bench;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Fans, in a process of their own. Commands: {@code status port path receipt connections millis
 * perSecond} and {@code enter port sale connections millis perSecond}, each with 0 for as many as
 * possible; answers {@code requests p50Nanos p99Nanos}.
 */
final class QueueLoadProcess {

    private QueueLoadProcess() {}

    public static void main(String[] args) throws Exception {
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            int port = Integer.parseInt(command[1]);
            boolean enters = command[0].equals("enter");
            int at = enters ? 3 : 4;
            System.out.println(
                    run(
                            port,
                            enters
                                    ? () -> enter(port, command[2])
                                    : always(status(port, command[2], command[3])),
                            Integer.parseInt(command[at]),
                            Long.parseLong(command[at + 1]),
                            Integer.parseInt(command[at + 2])));
        }
    }

    private static Supplier<byte[]> always(byte[] request) {
        return () -> request;
    }

    private static byte[] status(int port, String path, String receipt) {
        return "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s: %s\r\nAccept: application/json\r\n\r\n"
                .formatted(path, port, MacAnswer.HEADER, receipt)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] enter(int port, String sale) {
        String body = "{\"scheduleId\":\"" + sale + "\"}";
        return ("POST /api/queue/enter HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                        + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
                .formatted(port, UUID.randomUUID(), body.length(), body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String run(
            int port, Supplier<byte[]> requests, int connections, long millis, int perSecond)
            throws Exception {
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        long every = perSecond == 0 ? 0 : 1_000_000_000L * connections / perSecond;
        return Crowd.ask(
                connections,
                number -> ask(port, requests, start + every * number / connections, every, end));
    }

    /** With a pace, time counts from when the request was due, not from when it could be sent. */
    private static long[] ask(int port, Supplier<byte[]> requests, long first, long every, long end)
            throws IOException, InterruptedException {
        LongStream.Builder nanos = LongStream.builder();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream(), 4_096);
            var out = socket.getOutputStream();
            long due = first;
            while (System.nanoTime() < end) {
                long wait = due - System.nanoTime();
                if (every > 0 && wait > 0) {
                    Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
                }
                long start = every > 0 ? due : System.nanoTime();
                due += every;
                out.write(requests.get());
                readAnswer(in);
                nanos.add(System.nanoTime() - start);
            }
        }
        return nanos.build().toArray();
    }

    /** Frameworks that do not know a length send chunks. */
    private static void readAnswer(BufferedInputStream in) throws IOException {
        StringBuilder line = new StringBuilder(80);
        if (!readLine(in, line).startsWith("http/1.1 200")) {
            throw new IOException(line.toString());
        }
        long length = -1;
        while (!readLine(in, line).isEmpty()) {
            if (line.indexOf("content-length: ") == 0) {
                length = Long.parseLong(line, 16, line.length(), 10);
            }
        }
        if (length >= 0) {
            in.skipNBytes(length);
            return;
        }
        do {
            length = Long.parseLong(readLine(in, line), 16);
            in.skipNBytes(length + 2);
        } while (length > 0);
    }

    private static String readLine(BufferedInputStream in, StringBuilder line) throws IOException {
        line.setLength(0);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("closed after " + line);
            }
            if (c != '\r') {
                line.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c));
            }
        }
        return line.toString();
    }
}
