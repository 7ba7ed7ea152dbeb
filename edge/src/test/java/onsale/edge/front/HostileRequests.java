package onsale.edge.front;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Requests that no honest client sends, and what each must get. */
final class HostileRequests {

    /** The connection is closed without an answer. */
    static final int CLOSED = 0;

    /**
     * One row.
     *
     * @param expected statuses of the first answer that are right; CLOSED among them if closing is
     */
    record Hostile(String name, String text, Set<Integer> expected) {

        /** One byte for each character. */
        byte[] bytes() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final String HOST = "Host: localhost\r\n";
    private static final String SMUGGLED = "GET /api/events/smuggled HTTP/1.1\r\n" + HOST + "\r\n";
    private static final List<Hostile> ALL = new ArrayList<>();

    private HostileRequests() {}

    static List<Hostile> all() {
        return List.copyOf(ALL);
    }

    static {
        // framing: where does a request end?
        post("length and chunked", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", 400);
        post("chunked and length", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", 400);
        post("two lengths", "Content-Length: 0\r\nContent-Length: 9\r\n", 400);
        post("two equal lengths", "Content-Length: 5\r\nContent-Length: 5\r\n", 400);
        post("length list", "Content-Length: 5, 5\r\n", 400);
        post("negative length", "Content-Length: -1\r\n", 400);
        post("signed length", "Content-Length: +5\r\n", 400);
        post("hex length", "Content-Length: 0x5\r\n", 400);
        post("huge length", "Content-Length: 99999999999999999999\r\n", 400);
        post("empty length", "Content-Length: \r\n", 400);
        post("unknown encoding", "Transfer-Encoding: xchunked\r\n", 400);
        post("identity encoding", "Transfer-Encoding: identity\r\n", 400);
        post("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400);
        post("chunked, then identity", "Transfer-Encoding: chunked, identity\r\n", 400);
        post("gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n", 400);
        post("encoding with tab", "Transfer-Encoding:\tx\tchunked\r\n", 400);
        post("encoding with vertical tab", "Transfer-Encoding: \u000bchunked\r\n", 400);
        post("encoding with NUL", "Transfer-Encoding: chunked\0\r\n", 400);
        post("space before colon", "Transfer-Encoding : chunked\r\n", 400);
        post("tab before colon", "Content-Length\t: 5\r\n", 400);
        post("encoding on a folded line", "Transfer-Encoding:\r\n xchunked\r\n", 400);
        raw(
                "chunked in HTTP/1.0",
                "POST /api/payments/webhooks/x HTTP/1.0\r\n"
                        + HOST
                        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                        + SMUGGLED,
                400);
        chunk("chunk size is not hex", "zz\r\nabc\r\n0\r\n\r\n");
        chunk("chunk size is negative", "-1\r\nabc\r\n0\r\n\r\n");
        chunk("chunk size overflows", "fffffffffffffffff\r\nabc\r\n0\r\n\r\n");
        chunk("chunk longer than its size", "2\r\nabcdef\r\n0\r\n\r\n");
        chunk("chunk ends with bare LF", "3\r\nabc\n0\r\n\r\n");
        chunk("chunk size ends with bare LF", "3\nabc\r\n0\r\n\r\n");
        chunk("chunk extension hides a line", "3;a=\"x\ny\"\r\nabc\r\n0\r\n\r\n");
        chunk("chunk extensions without end", "1;" + "x".repeat(20_000) + "\r\na\r\n0\r\n\r\n");
        chunk(
                "chunk framing many times the content",
                ("1;" + "x".repeat(4_000) + "\r\na\r\n").repeat(100) + "0\r\n\r\n");

        // lines
        raw("bare LF", "GET /api/x HTTP/1.1\nHost: localhost\n\n", 400);
        raw("bare LF after a header", "GET /api/x HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n", 400);
        raw("bare CR in a header", "GET /api/x HTTP/1.1\r\n" + HOST + "X: a\rb: c\r\n\r\n", 400);
        raw("NUL in a header", "GET /api/x HTTP/1.1\r\n" + HOST + "X: a\0b\r\n\r\n", 400);
        raw("NUL in a header name", "GET /api/x HTTP/1.1\r\n" + HOST + "X\0: a\r\n\r\n", 400);
        raw("header without a name", "GET /api/x HTTP/1.1\r\n" + HOST + ": a\r\n\r\n", 400);
        raw("header without a colon", "GET /api/x HTTP/1.1\r\n" + HOST + "nothing\r\n\r\n", 400);
        raw("first header is folded", "GET /api/x HTTP/1.1\r\n " + HOST + "\r\n", 400);
        raw("control characters first", "\0\1\2GET /api/x HTTP/1.1\r\n" + HOST + "\r\n", 400);
        raw("nonsense", "\u0016\u0003\u0001 hello\r\n\r\n", 400);
        raw("TLS on a plain port", "\u0016\u0003\u0001\u0000\u00c8\u0001\u0000\u0000\r\n\r\n", 400);

        // request line
        raw("no version", "GET /api/x\r\n" + HOST + "\r\n", 400, 505);
        raw("HTTP/1.2", "GET /api/x HTTP/1.2\r\n" + HOST + "\r\n", 400, 505);
        raw("HTTP/2.0 in a line", "GET /api/x HTTP/2.0\r\n" + HOST + "\r\n", 400, 505);
        raw("HTTP/9.9", "GET /api/x HTTP/9.9\r\n" + HOST + "\r\n", 400, 505);
        raw("not HTTP", "GET /api/x ICY/1.1\r\n" + HOST + "\r\n", 400, 505);
        raw("two spaces", "GET  /api/x  HTTP/1.1\r\n" + HOST + "\r\n", 400, 404);
        raw("space in the target", "GET /api/x y HTTP/1.1\r\n" + HOST + "\r\n", 400, 505);
        raw("method in lower case", "get /api/x HTTP/1.1\r\n" + HOST + "\r\n", 400, 405);
        raw("unknown method", "BREW /api/x HTTP/1.1\r\n" + HOST + "\r\n", 405);
        raw("TRACE", "TRACE /api/x HTTP/1.1\r\n" + HOST + "\r\n", 405);
        raw("CONNECT", "CONNECT internal:80 HTTP/1.1\r\n" + HOST + "\r\n", 400, 405);
        raw("method with a colon", "G:T /api/x HTTP/1.1\r\n" + HOST + "\r\n", 400, 405);
        raw("long line", "GET /" + "a".repeat(20_000) + " HTTP/1.1\r\n" + HOST + "\r\n", 414);
        raw(
                "long header",
                "GET / HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(40_000) + "\r\n\r\n",
                431);
        raw("many headers", "GET / HTTP/1.1\r\n" + HOST + "A: b\r\n".repeat(10_000) + "\r\n", 431);

        // host
        raw("no host", "GET /api/x HTTP/1.1\r\n\r\n", 400);
        raw("two hosts", "GET /api/x HTTP/1.1\r\n" + HOST + "Host: other\r\n\r\n", 400);
        raw("empty host", "GET /api/x HTTP/1.1\r\nHost: \r\n\r\n", 400);
        raw("host with a path", "GET /api/x HTTP/1.1\r\nHost: a/b\r\n\r\n", 400);
        raw("host with user", "GET /api/x HTTP/1.1\r\nHost: a@b\r\n\r\n", 400);
        target("http://other/api/x", 400);
        target("http://localhost", 200, 400);
        target("https://localhost/api/x", 400);
        target("*", 400);
        target("api/x", 400);

        // paths that two readers could read differently
        target("//internal/x", 400);
        target("/api//internal", 400);
        target("/api/../internal/x", 400);
        target("/api/./x", 400);
        target("/api/..", 400);
        target("/%2e%2e/internal/x", 400);
        target("/api/%2E%2E/internal/x", 400);
        target("/%69nternal/x", 400);
        target("/internal%2fx", 400);
        target("/api%5c..%5cinternal", 400);
        target("/api;x=y/../internal", 400);
        target("/internal;a=b/x", 400);
        target("/api/%252e%252e/internal", 400);
        target("/api/%00", 400);
        target("/api/%0d%0aX:y", 400);
        target("/api/%", 400);
        target("/api/%zz", 400);
        target("/api/x?a=%00", 400);
        target("/api/x#fragment", 400);
        target("/api/\u00e9", 400);
        target("/api/\\x", 400);
        target("/api/<x>", 400);
        target("/api/x?a={b}", 400);
        target("/internal/x", 404);
        target("http://localhost/internal/x", 404);
        target("/web/../../etc/passwd", 400);
        target("/assets/..%2f..%2fapplication.yaml", 400);

        // the rest
        raw(
                "unknown expectation",
                "GET /api/x HTTP/1.1\r\n" + HOST + "Expect: 200-maybe\r\n\r\n",
                400,
                417);
        raw(
                "body too large",
                "POST /api/payments/webhooks/x HTTP/1.1\r\n"
                        + HOST
                        + "Content-Length: 9000000\r\n\r\n"
                        + "x".repeat(100_000),
                413);
        raw(
                "body too large, waiting for 100",
                "POST /api/payments/webhooks/x HTTP/1.1\r\n"
                        + HOST
                        + "Content-Length: 9000000\r\nExpect: 100-continue\r\n\r\n",
                413);
        raw(
                "body too large in chunks",
                "POST /api/payments/webhooks/upload HTTP/1.1\r\n"
                        + HOST
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + ("10000\r\n" + "x".repeat(0x10000) + "\r\n").repeat(20)
                        + "0\r\n\r\n",
                413);
        raw(
                "broken HTTP/2 upgrade",
                "POST /api/payments/webhooks/echo HTTP/1.1\r\n"
                        + HOST
                        + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: ???\r\n"
                        + "Content-Length: 5\r\n\r\nhello",
                200);
        raw(
                "HTTP/2 preface, then nonsense",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "x".repeat(100),
                400,
                505,
                CLOSED);
        raw("half an HTTP/2 preface, then HTTP/1", "PRI * HTTP/2.0\r\nHost: x\r\n\r\n", 400, 505);
    }

    private static void raw(String name, String text, Integer... expected) {
        ALL.add(new Hostile(name, text, Set.of(expected)));
    }

    private static void post(String name, String headers, Integer... expected) {
        raw(
                name,
                "POST /api/payments/webhooks/echo HTTP/1.1\r\n"
                        + HOST
                        + headers
                        + "\r\n0\r\n\r\n"
                        + SMUGGLED,
                expected);
    }

    /** A bad body: the connection ends, with or without an answer to what came before it. */
    private static void chunk(String name, String body) {
        raw(
                name,
                "POST /api/payments/webhooks/echo HTTP/1.1\r\n"
                        + HOST
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + body
                        + SMUGGLED,
                400,
                CLOSED);
    }

    private static void target(String target, Integer... expected) {
        raw("target " + target, "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n", expected);
    }
}
