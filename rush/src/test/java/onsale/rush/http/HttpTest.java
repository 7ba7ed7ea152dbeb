package onsale.rush.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The crowd's client against servers that answer, are slow, break off or are not there. */
class HttpTest extends HttpRig {

    @Test
    void aQuickAnswerIsNotMissed() throws Exception {
        URI target = answering(exchange -> answer(exchange, 200, "yes".getBytes(UTF_8)));
        try (Http http = new Http(100)) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 4_000; i++) {
                answers.add(fans.submit(() -> get(http, target)));
            }

            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void fiveHundredFansShareFiftyConnections() throws Exception {
        Queue<InetSocketAddress> connections = new ConcurrentLinkedQueue<>();
        CyclicBarrier fifty = new CyclicBarrier(50);
        URI target =
                answering(exchange -> {
                    connections.add(exchange.getRemoteAddress());
                    meet(fifty);
                    answer(exchange, 200, "yes".getBytes(UTF_8));
                });
        try (Http http = new Http(50)) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                answers.add(fans.submit(() -> get(http, target)));
            }

            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(200);
            }
        }

        assertThat(connections).hasSize(500);
        assertThat(connections.stream().distinct()).hasSize(50);
    }

    @Test
    void theServerReadsWhatTheFanSays() throws Exception {
        Queue<String> read = new ConcurrentLinkedQueue<>();
        URI target =
                answering(exchange -> {
                    read.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
                    exchange.getRequestHeaders()
                            .forEach((name, values) -> read.add(name + ": " + values));
                    read.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                    exchange.getResponseHeaders().add("Set-Cookie", "a=b");
                    answer(exchange, 200, new byte[0]);
                });
        String host = target.getAuthority();
        try (Http http = new Http(1)) {
            http.send(
                    "POST",
                    target.resolve("/a%20b?c=%26&d"),
                    Map.of("X-Fan", "7"),
                    "\"\u00e9\"",
                    SOON);
            assertThat(read)
                    .containsExactlyInAnyOrder(
                            "POST /a%20b?c=%26&d",
                            "Host: [" + host + "]",
                            "X-fan: [7]",
                            "Accept-encoding: [gzip]",
                            "Content-type: [application/json]",
                            "Content-length: [4]",
                            "\"\u00e9\"");

            read.clear();
            get(http, target);
            assertThat(read)
                    .containsExactlyInAnyOrder(
                            "GET /", "Host: [" + host + "]", "Accept-encoding: [gzip]", "");
        }
    }

    @Test
    void anAnswerReachesTheFanAsItIs() throws Exception {
        URI target =
                answering(exchange -> {
                    int status = Integer.parseInt(exchange.getRequestURI().getQuery());
                    exchange.getResponseHeaders().add("Retry-After", "7");
                    exchange.getResponseHeaders().add("Location", "/?200");
                    answer(exchange, status, "why".getBytes(UTF_8));
                });
        try (Http http = new Http(1)) {
            for (int status : List.of(200, 302, 401, 407, 429, 503)) {
                Answer answer = get(http, target.resolve("/?" + status));

                assertThat(answer.status()).isEqualTo(status);
                assertThat(answer.body()).isEqualTo("why".getBytes(UTF_8));
                assertThat(answer.retryAfter()).isEqualTo(Duration.ofSeconds(7));
                assertThat(answer.sent()).isTrue();
            }
        }
    }

    @Test
    void aLargeAnswerArrivesWhole() throws Exception {
        byte[] body = new byte[700_000];
        new Random(1).nextBytes(body);
        URI target =
                answering(exchange -> {
                    switch (exchange.getRequestURI().getPath()) {
                        case "/zipped" -> answerZipped(exchange, body);
                        case "/chunked" -> {
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().write(body);
                            exchange.close();
                        }
                        default -> answer(exchange, 200, body);
                    }
                });
        try (Http http = new Http(2)) {
            for (String path : List.of("/plain", "/chunked", "/zipped")) {
                assertThat(get(http, target.resolve(path)).body()).isEqualTo(body);
            }
        }
    }

    @Test
    void anAnswerBeyondTheBoundIsNone() throws Exception {
        byte[] body = new byte[Http.BODY_BYTES_MAX + 1];
        URI target =
                answering(exchange -> {
                    if (exchange.getRequestURI().getPath().equals("/zipped")) {
                        answerZipped(exchange, body);
                    } else {
                        answer(exchange, 200, body);
                    }
                });
        try (Http http = new Http(1)) {
            for (String path : List.of("/plain", "/zipped")) {
                assertThat(get(http, target.resolve(path))).satisfies(HttpTest::wasSentInVain);
            }
        }
    }

    @Test
    void closingLeavesNoThreadBehind() throws Exception {
        URI target = answering(exchange -> answer(exchange, 200, "yes".getBytes(UTF_8)));
        List<Thread> threads;
        try (Http http = new Http(10)) {
            get(http, target);
            threads =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("rush-http"))
                            .toList();
        }

        assertThat(threads).isNotEmpty();
        for (Thread thread : threads) {
            assertThat(thread.join(SOON)).isTrue();
        }
    }

    @Test
    void closingEndsWhatIsWaitedFor() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, HERE)) {
            Http http = new Http(1);
            Future<Answer> sent = fans.submit(() -> get(http, targetOf(silent)));
            try (Socket connection = silent.accept()) {
                readRequest(connection);
                http.close();

                assertThat(sent.get(SOON.toMillis() / 2, TimeUnit.MILLISECONDS))
                        .satisfies(HttpTest::wasSentInVain);
            }
        }
    }
}
