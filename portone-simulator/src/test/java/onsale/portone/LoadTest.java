package onsale.portone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An on-sale's worth of payments, with the journal on and webhooks going out. */
@Tag("long") // a rate means little while other builds run
class LoadTest {

    private static final int PAYMENTS = 3_000;
    private static final int FANS_AT_ONCE = 24;
    private static final int PER_SECOND_MIN = 300;

    @Test
    void threeHundredPaymentsASecondAreCarried(@TempDir Path directory) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        try (Receiver receiver = new Receiver();
                var simulator =
                        PortOneSimulator.start(
                                Caller.options()
                                        .withDirectory(directory)
                                        .withWebhooks(receiver.url(), Duration.ofSeconds(1)));
                Caller caller = new Caller(simulator)) {
            long before = System.nanoTime();
            try (var fans = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int fan = 0; fan < FANS_AT_ONCE; fan++) {
                    fans.execute(() -> {
                        for (int i = next.getAndIncrement();
                                i < PAYMENTS;
                                i = next.getAndIncrement()) {
                            if (!pay(caller, "load-" + i)) {
                                failed.incrementAndGet();
                            }
                        }
                    });
                }
            }
            double seconds = (System.nanoTime() - before) / 1e9;

            System.out.printf(
                    "%d payments in %.1f s: %.0f per second%n",
                    PAYMENTS, seconds, PAYMENTS / seconds);
            assertThat(failed).hasValue(0);
            assertThat(caller.get("/simulator/books").number("/total/charged"))
                    .isEqualTo(PAYMENTS * 100L);
            assertThat(PAYMENTS / seconds).isGreaterThan(PER_SECOND_MIN);
        }
    }

    private static boolean pay(Caller caller, String id) {
        caller.post("/payments/" + id + "/pre-register", "{\"totalAmount\": 100}");
        String token =
                caller.post("/simulator/payments/" + id + "/approve", "{\"customData\": \"c\"}")
                        .text("/paymentToken");
        int confirmed =
                caller.post(
                                "/payments/" + id + "/confirm",
                                "{\"paymentToken\": \"%s\"}".formatted(token),
                                "confirm-0000000-" + id)
                        .status();
        return confirmed == 200 && caller.get("/payments/" + id).text("/status").equals("PAID");
    }
}
