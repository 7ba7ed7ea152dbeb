package onsale.rush.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;

/** The HTTP client when servers are away, slow or broken: it knows what may have been sent. */
class HttpFailureTest extends HttpRig {

    @Test
    void whereNobodyListensNothingWasSent() {
        try (Http http = new Http(10)) {
            Answer answer = get(http, URI.create("http://127.0.0.1:1/"));

            assertThat(answer.status()).isZero();
            assertThat(answer.sent()).isFalse();
        }
    }

    @Test
    void allWhoWaitAreToldThatNobodyListens() throws Exception {
        try (Http http = new Http(2)) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(fans.submit(() -> get(http, URI.create("http://127.0.0.1:1/"))));
            }

            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).isZero();
                assertThat(answer.get().sent()).isFalse();
            }
        }
    }

    @Test
    void aRequestThatIsReadAndNotAnsweredWasSent() throws Exception {
        try (ServerSocket breaksOff = new ServerSocket(0, 50, HERE);
                Http http = new Http(1)) {
            Future<Answer> answer = fans.submit(() -> get(http, targetOf(breaksOff)));
            try (Socket connection = breaksOff.accept()) {
                readRequest(connection);
            }

            assertThat(answer.get()).satisfies(HttpTest::wasSentInVain);
        }
    }

    @Test
    void anAnswerThatBreaksOffIsNone() throws Exception {
        try (ServerSocket breaksOff = new ServerSocket(0, 50, HERE);
                Http http = new Http(1)) {
            Future<Answer> answer = fans.submit(() -> get(http, targetOf(breaksOff)));
            try (Socket connection = breaksOff.accept()) {
                readRequest(connection);
                write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            }

            assertThat(answer.get()).satisfies(HttpTest::wasSentInVain);
        }
    }

    /** Nobody can tell whether it was processed, so it is not sent again behind the fan's back. */
    @Test
    void aRequestOnAConnectionThatIsJustBeingClosedMayHaveBeenSent() throws Exception {
        try (ServerSocket breaksOff = new ServerSocket(0, 50, HERE);
                Http http = new Http(1)) {
            Future<Answer> first = fans.submit(() -> get(http, targetOf(breaksOff)));
            Future<Answer> second;
            try (Socket connection = breaksOff.accept()) {
                readRequest(connection);
                write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                assertThat(first.get().status()).isEqualTo(200);
                second = fans.submit(() -> get(http, targetOf(breaksOff)));
                readRequest(connection);
            }

            assertThat(second.get()).satisfies(HttpTest::wasSentInVain);
            assertThat(isConnectedTo(breaksOff)).isFalse();
        }
    }

    @Test
    void aTimeoutFreesTheConnection() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        URI target =
                answering(exchange -> {
                    if (exchange.getRequestURI().getPath().equals("/held")) {
                        await(held);
                    }
                    answer(exchange, 200, "yes".getBytes(UTF_8));
                });
        try (Http http = new Http(1)) {
            for (int i = 0; i < 3; i++) {
                Answer late = http.send("GET", target.resolve("/held"), Map.of(), null, AT_ONCE);

                assertThat(late).satisfies(HttpTest::wasSentInVain);
                assertThat(get(http, target).status()).isEqualTo(200);
            }
        } finally {
            held.countDown();
        }
    }

    @Test
    void whoNeverGetsAConnectionHasSentNothing() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Queue<String> read = new ConcurrentLinkedQueue<>();
        URI target =
                answering(exchange -> {
                    read.add(exchange.getRequestURI().getPath());
                    await(held);
                    answer(exchange, 200, "yes".getBytes(UTF_8));
                });
        try (Http http = new Http(1)) {
            Future<Answer> first = fans.submit(() -> get(http, target.resolve("/first")));
            Wait.until("the only connection is in use", SOON, () -> read.size() == 1);

            Answer waited = http.send("GET", target.resolve("/waits"), Map.of(), null, AT_ONCE);
            held.countDown();

            assertThat(waited.status()).isZero();
            assertThat(waited.sent()).isFalse();
            assertThat(first.get().status()).isEqualTo(200);
            assertThat(get(http, target.resolve("/next")).status()).isEqualTo(200);
            assertThat(read).containsExactly("/first", "/next");
        } finally {
            held.countDown();
        }
    }

    @Test
    void aConnectionIsClosedWhenItIsIdleAndNotWhileItWaitsForAnAnswer() throws Exception {
        try (ServerSocket slow = new ServerSocket(0, 50, HERE);
                Http http = new Http(2, AT_ONCE)) {
            Future<Answer> late = fans.submit(() -> get(http, targetOf(slow)));
            try (Socket waits = slow.accept()) {
                readRequest(waits);
                Future<Answer> first = fans.submit(() -> get(http, targetOf(slow)));
                try (Socket idle = slow.accept()) {
                    readRequest(idle);
                    write(idle, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                    assertThat(first.get().status()).isEqualTo(200);
                    assertThat(idle.getInputStream().read()).isEqualTo(-1);
                }
                write(waits, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

                assertThat(late.get().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void whoIsInterruptedLetsGoOfTheConnection() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, HERE);
                Http http = new Http(1)) {
            Future<?> fan = fans.submit(() -> get(http, targetOf(silent)));
            try (Socket connection = silent.accept()) {
                readRequest(connection);
                fan.cancel(true);

                // longer, and it would be closed as one that is idle
                connection.setSoTimeout((int) SOON.toMillis());
                assertThat(connection.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    /** As long as one connection is open, those who wait may still get it. */
    @Test
    void aConnectionThatCannotBeOpenedCostsOneFanAndNotAllWhoWait() throws Exception {
        List<Socket> others = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, HERE);
                Http http = new Http(2)) {
            Future<Answer> first = fans.submit(() -> get(http, targetOf(full)));
            try (Socket connection = full.accept()) {
                readRequest(connection);
                others.addAll(fill(full));
                Future<Answer> second = fans.submit(() -> get(http, targetOf(full)));
                Future<Answer> third = fans.submit(() -> get(http, targetOf(full)));
                Wait.until("one has given up", SOON, () -> second.isDone() || third.isDone());

                write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                readRequest(connection);
                write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

                assertThat(first.get().status()).isEqualTo(200);
                assertThat(Stream.of(second.get(), third.get()).map(Answer::status))
                        .containsExactlyInAnyOrder(0, 200);
                assertThat(Stream.of(second.get(), third.get()).map(Answer::sent))
                        .containsExactlyInAnyOrder(false, true);
            }
        } finally {
            for (Socket other : others) {
                other.close();
            }
        }
    }
}
