package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;

import io.portone.sdk.server.payment.PaymentClient;
import io.portone.sdk.server.payment.SucceededPaymentCancellation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A simulator for one test of payments, and what tests of it share. */
abstract class PaymentRig {

    final PortOneSimulator simulator = PortOneSimulator.start(Caller.options());
    final Caller caller = new Caller(simulator);
    final PaymentClient official = new PaymentClient(Caller.SECRET, simulator.url(), Caller.STORE);

    @AfterEach
    void stop() {
        official.close();
        caller.close();
        simulator.close();
    }

    interface Step {
        Caller.Reply take(int index);
    }

    static List<Caller.Reply> atOnce(int times, Step step) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Caller.Reply>> calls =
                    IntStream.range(0, times)
                            .<Callable<Caller.Reply>>mapToObj(i -> () -> step.take(i))
                            .toList();
            List<Caller.Reply> replies = new java.util.ArrayList<>();
            for (Future<Caller.Reply> reply : threads.invokeAll(calls)) {
                replies.add(reply.get());
            }
            return replies;
        }
    }

    String approve(String id, String body) {
        return caller.post("/simulator/payments/" + id + "/approve", body).text("/paymentToken");
    }

    Caller.Reply confirm(String id, String token, long amount) {
        return caller.post(
                "/payments/" + id + "/confirm",
                "{\"paymentToken\": \"%s\", \"totalAmount\": %d}".formatted(token, amount));
    }

    SucceededPaymentCancellation cancel(String id, @Nullable Long amount, Long cancellable) {
        return (SucceededPaymentCancellation)
                official.cancelPayment(
                                id,
                                amount,
                                null,
                                null,
                                "the fan asked",
                                null,
                                null,
                                cancellable,
                                null,
                                null,
                                null)
                        .join()
                        .getCancellation();
    }

    void refused(int status, String type, String path, String body) {
        Caller.Reply reply = caller.post(path, body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.text("/type")).isEqualTo(type);
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
