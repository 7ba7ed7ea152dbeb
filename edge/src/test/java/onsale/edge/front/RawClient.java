package onsale.edge.front;

import static java.util.stream.Collectors.joining;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that sends any bytes at all and reads answers as they are. */
final class RawClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int RECEIVE_BYTES = 256 << 10;

    /**
     * One answer, its head in lower case; status 0 means that the connection was closed instead.
     */
    record Answer(int status, String head, String body) {
        static final Answer CLOSED = new Answer(0, "", "");

        boolean closes() {
            return status == 0 || head.contains("connection: close");
        }
    }

    final Socket socket = new Socket();
    final InputStream in;

    RawClient(int port) throws IOException {
        this("127.0.0.1", port);
    }

    /** All of 127.0.0.0/8 is this machine, so a test can come from several addresses. */
    RawClient(String from, int port) throws IOException {
        socket.bind(new InetSocketAddress(from, 0));
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setReceiveBufferSize(RECEIVE_BYTES); // else megabytes wait unread in the kernel
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A broken pipe is not an error here: the server may close early. */
    RawClient send(String bytes) {
        return send(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            // what matters is the answer
        }
        return this;
    }

    RawClient get(String path, String... headers) {
        String lines = Arrays.stream(headers).map(line -> line + "\r\n").collect(joining());
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n");
    }

    Answer answer() {
        return answer(false);
    }

    Answer answer(boolean toHead) {
        try {
            String head = head();
            if (head.isEmpty()) {
                return Answer.CLOSED;
            }
            int status = Integer.parseInt(head.substring(9, 12));
            if (status == 100) {
                return new Answer(100, head, "");
            }
            boolean none = toHead || status == 204 || status == 304;
            return new Answer(status, head, none ? "" : body(head));
        } catch (IOException e) {
            return Answer.CLOSED;
        }
    }

    String head() throws IOException {
        var bytes = new ByteArrayOutputStream();
        int ending = 0; // how much of the empty line is there
        while (ending < 4) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            bytes.write(b);
            boolean expected = b == (ending % 2 == 0 ? '\r' : '\n');
            ending = expected ? ending + 1 : b == '\r' ? 1 : 0;
        }
        return bytes.toString(StandardCharsets.ISO_8859_1).toLowerCase(java.util.Locale.ROOT);
    }

    private String body(String head) throws IOException {
        var length = java.util.regex.Pattern.compile("(?i)content-length: *(\\d+)").matcher(head);
        if (length.find()) {
            int expected = Integer.parseInt(length.group(1));
            byte[] body = in.readNBytes(expected);
            if (body.length < expected) {
                throw new IOException("broken off");
            }
            return new String(body, StandardCharsets.UTF_8);
        }
        if (!head.contains("transfer-encoding: chunked")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        StringBuilder all = new StringBuilder();
        for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
            all.append(chunk);
        }
        return all.toString();
    }

    /** The next event of a stream, or what is left when the stream ends. */
    String event() throws IOException {
        var bytes = new ByteArrayOutputStream();
        int last = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            bytes.write(b);
            if (b == '\n' && last == '\n') {
                break;
            }
            last = b;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The next chunk; empty for the last. */
    String chunk() throws IOException {
        StringBuilder size = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("broken off");
            }
            size.append((char) b);
        }
        int length = Integer.parseInt(size.toString().trim(), 16);
        byte[] data = in.readNBytes(length + 2);
        if (data.length < length + 2) {
            throw new IOException("broken off");
        }
        return new String(data, 0, length, StandardCharsets.UTF_8);
    }

    /** Waits for the server to close; false if it sends something instead. */
    boolean isClosedByServer() {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
