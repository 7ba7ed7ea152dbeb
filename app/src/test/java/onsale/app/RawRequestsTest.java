package onsale.app;

import static onsale.app.ProblemClient.problem;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the server refuses before any of our code sees it does not show what we run on. */
class RawRequestsTest {

    private static final ProblemServer server = ProblemServer.start();
    private static final ProblemClient client = new ProblemClient(server.port());

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whatIsNoHttpIsABadRequest() {
        for (String request :
                List.of(
                        "GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET /a b c HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET /<script> HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET / HTTP/1.1\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                        "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET /a%2Fb HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
                        "G@T / HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n",
                        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
                        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                        "GET / HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(40_000) + "\r\n\r\n",
                        "GET /" + "y".repeat(40_000) + " HTTP/1.1\r\nHost: x\r\n\r\n")) {
            String answer = client.raw(request);

            assertThat(answer).as(request).matches("(?s)HTTP/1.1 4(00|14|31) .*");
            assertThat(answer).as(request).contains("\"code\":\"edge.");
        }
    }

    @Test
    void otherRefusalsOfTheServer() {
        isProblem(
                client.raw("TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
                405,
                "edge.method_not_allowed");
        isProblem(
                client.raw("GET / HTTP/9.9\r\nHost: x\r\n\r\n"), 505, "edge.version_not_supported");
        isProblem(
                client.raw("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: odd\r\n\r\n"),
                400,
                "edge.bad_request");
    }

    @Test
    void aBrokenChunkIsABadRequest() {
        isProblem(
                client.raw(
                        """
                        POST /test/orders HTTP/1.1\r
                        Host: x\r
                        Connection: close\r
                        Content-Type: application/json\r
                        Transfer-Encoding: chunked\r
                        \r
                        zz\r
                        {}\r
                        0\r
                        \r
                        """),
                400,
                "edge.bad_request");
    }

    private static void isProblem(String answer, int status, String code) {
        String head = answer.substring(0, answer.indexOf("\r\n\r\n")).toLowerCase(Locale.ROOT);
        assertThat(head)
                .as(answer)
                .contains("content-type: application/problem+json\r\n")
                .contains("content-length: ")
                .contains("x-request-id: ")
                .doesNotContain("server:");
        problem(answer.substring(answer.indexOf("\r\n\r\n") + 4), status, code);
    }
}
