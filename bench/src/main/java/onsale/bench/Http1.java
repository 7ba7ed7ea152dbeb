package onsale.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Reads responses with little work, because the client shares the cores with the server. */
final class Http1 {

    private static final String LENGTH = "content-length: ";

    private Http1() {}

    /** Sends one request and reads its whole response, which must have a length. */
    static String ask(int port, byte[] request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request);
            var in = new BufferedInputStream(socket.getInputStream());
            in.mark(1 << 16);
            int length = skipAnswer(in);
            in.reset();
            return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of the response; any status but success is a failure. */
    static int skipAnswer(BufferedInputStream in) throws IOException {
        StringBuilder line = new StringBuilder(80);
        int bytes = readLine(in, line);
        if (line.indexOf("http/1.1 20") != 0) {
            throw new IOException(line.toString());
        }
        int length = line.indexOf("204") > 0 ? 0 : -1;
        do {
            bytes += readLine(in, line);
            if (line.indexOf(LENGTH) == 0) {
                length = Integer.parseInt(line, LENGTH.length(), line.length(), 10);
            }
        } while (!line.isEmpty());
        if (length >= 0) {
            in.skipNBytes(length);
            return bytes + length;
        }
        do { // a framework that does not know the length sends chunks
            bytes += readLine(in, line);
            length = Integer.parseInt(line, 0, line.length(), 16);
            in.skipNBytes(length + 2);
            bytes += length + 2;
        } while (length > 0);
        return bytes;
    }

    /** Reads a line, in lower case and without its end; returns its bytes including the end. */
    private static int readLine(BufferedInputStream in, StringBuilder line) throws IOException {
        line.setLength(0);
        int bytes = 1;
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("closed after " + line);
            }
            if (c != '\r') {
                line.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c));
            }
            bytes++;
        }
        return bytes;
    }
}
