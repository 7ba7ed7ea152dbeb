package onsale.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Fans with an open stream each, in their own process, because the connections of a process are
 * limited. Commands: {@code open n} until each of them has its first event, {@code event} until
 * each has another one, {@code close}.
 */
final class StreamProcess {

    private static final String EMPTY_LINE = "\n\n";

    private final int port;
    private final MacAnswer mac = new MacAnswer();
    private final List<Socket> streams = new ArrayList<>();

    private StreamProcess(int port) {
        this.port = port;
    }

    public static void main(String[] args) throws IOException {
        StreamProcess fans = new StreamProcess(Integer.parseInt(args[0]));
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            switch (command[0]) {
                case "open" -> fans.open(Integer.parseInt(command[1]));
                case "event" -> fans.event();
                default -> fans.close();
            }
            System.out.println(fans.streams.size());
        }
    }

    private void open(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            streams.add(socket);
            byte[] request =
                    Requests.status(port, "/stream?fan=" + UUID.randomUUID(), mac.receipt());
            socket.getOutputStream().write(request);
            String head = readTo(socket.getInputStream());
            if (!head.startsWith("HTTP/1.1 200")) {
                throw new IOException(head);
            }
            readTo(socket.getInputStream());
        }
    }

    private void event() throws IOException {
        for (Socket socket : streams) {
            String event;
            do { // a heartbeat may come first
                event = readTo(socket.getInputStream());
            } while (!event.contains("data:"));
        }
    }

    private void close() throws IOException {
        for (Socket socket : streams) {
            socket.close();
        }
        streams.clear();
    }

    /** Reads to the next empty line. */
    private static String readTo(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.lastIndexOf(EMPTY_LINE) < 0) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("closed after " + text);
            }
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }
}
