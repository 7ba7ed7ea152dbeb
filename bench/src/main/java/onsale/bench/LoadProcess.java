package onsale.bench;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * The load in its own process, which stays warm between rounds. Its argument, if there is one,
 * names a file with tokens. Reads commands – {@code kind port what connections millis perSecond},
 * see {@link Requests} and {@link Ask} – and answers each as {@link Crowd} does.
 */
final class LoadProcess {

    private LoadProcess() {}

    public static void main(String[] args) throws Exception {
        List<String> fans = args.length == 0 ? List.of() : Files.readAllLines(Path.of(args[0]));
        Requests requests = new Requests(fans);
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            int port = Integer.parseInt(command[1]);
            System.out.println(
                    run(
                            port,
                            requests.of(command[0], port, command[2]),
                            Integer.parseInt(command[3]),
                            Long.parseLong(command[4]),
                            Long.parseLong(command[5])));
        }
    }

    private static String run(
            int port, Supplier<byte[]> requests, int connections, long millis, long perSecond)
            throws Exception {
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        long every = perSecond == 0 ? 0 : 1_000_000_000L * connections / perSecond;
        return Crowd.ask(
                connections,
                number -> ask(port, requests, start + every * number / connections, every, end));
    }

    /** With a fixed rate, times count from when a request was due, not from when it was sent. */
    private static long[] ask(int port, Supplier<byte[]> requests, long first, long every, long end)
            throws IOException, InterruptedException {
        LongStream.Builder nanos = LongStream.builder();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream(), 4_096);
            var out = socket.getOutputStream();
            long due = first;
            while (System.nanoTime() < end && due < end) {
                long wait = due - System.nanoTime();
                if (every > 0 && wait > 0) {
                    Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
                }
                long start = every > 0 ? due : System.nanoTime();
                due += every;
                out.write(requests.get());
                Http1.skipAnswer(in);
                nanos.add(System.nanoTime() - start);
            }
        }
        return nanos.build().toArray();
    }
}
