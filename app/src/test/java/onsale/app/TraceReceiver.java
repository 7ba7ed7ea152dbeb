package onsale.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector of traces: takes OTLP over HTTP and keeps the newest spans. */
final class TraceReceiver implements AutoCloseable {

    private static final int KEPT_MAX = 100_000;

    /**
     * A span, as far as tests look at it.
     *
     * @param text every text in it: its attributes too
     */
    record Span(String traceId, String spanId, String parentId, String name, String text) {}

    private final HttpServer server;
    final List<Span> spans = new CopyOnWriteArrayList<>();

    TraceReceiver() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext(
                "/v1/traces",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    for (byte[] resource : Message.of(body).all(1)) {
                        for (byte[] scope : Message.of(resource).all(2)) {
                            for (byte[] span : Message.of(scope).all(2)) {
                                keep(Message.of(span), span);
                            }
                        }
                    }
                    exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
    }

    private void keep(Message span, byte[] whole) {
        if (spans.size() < KEPT_MAX) {
            spans.add(
                    new Span(
                            hex(span.first(1)),
                            hex(span.first(2)),
                            hex(span.first(4)),
                            new String(span.first(5), StandardCharsets.UTF_8),
                            new String(whole, StandardCharsets.UTF_8)));
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** The fields of a message of Protocol Buffers that have a length: texts, bytes, messages. */
    private record Message(List<Integer> numbers, List<byte[]> values) {

        static Message of(byte[] bytes) {
            Message message = new Message(new ArrayList<>(), new ArrayList<>());
            int[] at = {0};
            while (at[0] < bytes.length) {
                long tag = varint(bytes, at);
                switch ((int) (tag & 7)) {
                    case 0 -> varint(bytes, at);
                    case 1 -> at[0] += 8;
                    case 2 -> {
                        int length = (int) varint(bytes, at);
                        byte[] value = new byte[length];
                        System.arraycopy(bytes, at[0], value, 0, length);
                        at[0] += length;
                        message.numbers.add((int) (tag >>> 3));
                        message.values.add(value);
                    }
                    case 5 -> at[0] += 4;
                    default -> throw new IllegalStateException("not protobuf: " + tag);
                }
            }
            return message;
        }

        private static long varint(byte[] bytes, int[] at) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[at[0]++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        List<byte[]> all(int number) {
            List<byte[]> all = new ArrayList<>();
            for (int i = 0; i < numbers.size(); i++) {
                if (numbers.get(i) == number) {
                    all.add(values.get(i));
                }
            }
            return all;
        }

        byte[] first(int number) {
            List<byte[]> all = all(number);
            return all.isEmpty() ? new byte[0] : all.getFirst();
        }
    }
}
