package onsale.bench;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The load, in a process of its own: so many connections, each asking again as soon as it has its
 * answer. Reads commands from its input – {@code port path connections millis} – and answers each
 * with {@code requests p50Nanos p99Nanos}, so that it stays warm between rounds.
 */
final class LoadProcess {

    private LoadProcess() {}

    public static void main(String[] args) throws Exception {
        String receipt = args[0];
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            System.out.println(
                    run(
                            Integer.parseInt(command[0]),
                            command[1],
                            Integer.parseInt(command[2]),
                            Long.parseLong(command[3]),
                            receipt));
        }
    }

    private static String run(int port, String path, int connections, long millis, String receipt)
            throws Exception {
        byte[] request =
                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s: %s\r\nAccept: application/json\r\n\r\n"
                        .formatted(path, port, MacAnswer.HEADER, receipt)
                        .getBytes(StandardCharsets.US_ASCII);
        long end = System.nanoTime() + millis * 1_000_000;
        return Crowd.ask(connections, _ -> ask(port, request, end));
    }

    private static long[] ask(int port, byte[] request, long end) throws IOException {
        LongStream.Builder nanos = LongStream.builder();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream(), 4_096);
            var out = socket.getOutputStream();
            while (System.nanoTime() < end) {
                long start = System.nanoTime();
                out.write(request);
                readAnswer(in);
                nanos.add(System.nanoTime() - start);
            }
        }
        return nanos.build().toArray();
    }

    static void readAnswer(BufferedInputStream in) throws IOException {
        StringBuilder head = new StringBuilder(320);
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("closed after " + head);
            }
            head.append((char) c);
        }
        String text = head.toString().toLowerCase(Locale.ROOT);
        if (!text.startsWith("http/1.1 200")) {
            throw new IOException(text.lines().findFirst().orElse(""));
        }
        int at = text.indexOf("content-length: ") + "content-length: ".length();
        in.skipNBytes(Long.parseLong(text.substring(at, text.indexOf('\r', at))));
    }
}
