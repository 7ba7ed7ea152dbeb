package onsale.rush;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import onsale.checker.Promise.What;
import onsale.platform.job.Loop;
import onsale.rush.Organiser.FanAccount;
import onsale.rush.fan.Sale;
import onsale.rush.http.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Buys a ticket of a separate schedule twice a second, from the hold to CONFIRMED, and cancels it.
 * The time this takes shows when fans no longer feel a fault.
 */
final class Prober {

    private static final Duration EVERY = Duration.ofMillis(500);
    private static final Duration GIVES_UP_AFTER = Duration.ofMinutes(1);
    private static final Duration ASK_AGAIN = Duration.ofMillis(250);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(4);
    private static final int AT_ONCE = 150;
    private static final int PAYMENTS_MAX = 3;
    private static final String DECLINED = "declined";

    /**
     * One purchase; times in nanoseconds since the beginning.
     *
     * @param missed what failed; empty if the ticket was bought
     * @param slowest the step that took the longest
     */
    record Probe(long startNanos, long endNanos, String missed, String slowest) {

        boolean bought() {
            return missed.isEmpty();
        }

        double seconds() {
            return (endNanos - startNanos) / 1e9;
        }
    }

    private final Sale sale;
    private final List<FanAccount> fans;
    private final long start;
    private final Queue<Probe> probes = new ConcurrentLinkedQueue<>();
    private final Semaphore permits = new Semaphore(AT_ONCE);
    private int started;
    private final Loop loop = new Loop("prober", this::next);
    private long nextNanos;

    Prober(Sale sale, List<FanAccount> fans, long startNanos) {
        this.sale = sale;
        this.fans = fans;
        this.start = startNanos;
    }

    void start() {
        nextNanos = System.nanoTime();
        loop.start();
    }

    /** Waits for the last purchase and returns all. */
    List<Probe> stop() throws InterruptedException {
        loop.close();
        permits.acquire(AT_ONCE);
        return List.copyOf(probes);
    }

    private Duration next() {
        int number = started++;
        if (permits.tryAcquire()) {
            Thread.ofVirtual()
                    .name("probe")
                    .start(() -> {
                        try {
                            probe(number);
                        } finally {
                            permits.release();
                        }
                    });
        }
        nextNanos += EVERY.toNanos();
        return Duration.ofNanos(nextNanos - System.nanoTime());
    }

    private void probe(int number) {
        long began = System.nanoTime();
        FanAccount fan = fans.get(number % fans.size());
        Attempt attempt = new Attempt(fan, number % sale.house().count(), began);
        String missed = attempt.buy();
        probes.add(new Probe(began - start, System.nanoTime() - start, missed, attempt.slowest));
    }

    /** Repeats requests with the same keys until they succeed. */
    private final class Attempt {

        private final Map<String, String> headers;
        private final int seat;
        private final long givesUpAt;
        private String slowest = "";
        private long slowestNanos;

        Attempt(FanAccount fan, int seat, long began) {
            this.headers =
                    Map.of(
                            "Authorization",
                            "Bearer " + fan.accessToken(),
                            "X-Forwarded-For",
                            "10.254.%d.%d".formatted(seat / 250, seat % 250 + 1),
                            "Idempotency-Key",
                            UUID.randomUUID().toString());
            this.seat = seat;
            this.givesUpAt = began + GIVES_UP_AFTER.toNanos();
        }

        /** Returns what failed, or empty. */
        String buy() {
            Answer held =
                    insist(
                            "POST",
                            "/api/reservations/hold",
                            "{\"scheduleId\":\"%s\",\"seatIds\":[%s]}"
                                    .formatted(
                                            sale.scheduleId(),
                                            sale.house().seatIds(new int[] {seat})));
            if (!held.isGood()) {
                return "the hold: " + held;
            }
            String reservation = held.text("reservationId");
            sale.told(reservation, What.HELD);
            Answer checkout =
                    insist("POST", "/api/reservations/" + reservation + "/checkout", null);
            if (!checkout.isGood()) {
                return "the order: " + checkout;
            }
            String missed = DECLINED;
            for (int tries = 0; missed.equals(DECLINED) && tries < PAYMENTS_MAX; tries++) {
                missed = pay(reservation, checkout.text("paymentOrder"));
            }
            return missed;
        }

        private String pay(String reservation, String order) {
            Answer prepared =
                    insist(
                            "POST",
                            "/api/payments",
                            "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                    .formatted(order, UUID.randomUUID()));
            if (!prepared.isGood()) {
                return "the payment: " + prepared;
            }
            @Nullable String token =
                    approve(prepared.json().path("provider").path("paymentId").asString(""));
            if (token == null) {
                return "the provider's page";
            }
            String payment = prepared.text("paymentId");
            Answer confirmed =
                    insist(
                            "POST",
                            "/api/payments/confirm",
                            "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                    .formatted(payment, token));
            return confirmed(reservation, payment, confirmed);
        }

        private String confirmed(String reservation, String payment, Answer paid) {
            String status = "";
            while (System.nanoTime() < givesUpAt) {
                status = insist("GET", "/api/reservations/" + reservation, null).text("status");
                if (status.equals("CONFIRMED")) {
                    sale.told(reservation, What.CONFIRMED);
                    sale.told(reservation, What.CANCEL_ASKED);
                    // not measured, but it must succeed too
                    Thread.ofVirtual().start(() -> giveBack("/api/reservations/" + reservation));
                    return "";
                }
                if (status.equals("CANCELLED")) {
                    break;
                }
                if (insist("GET", "/api/payments/" + payment, null)
                        .text("status")
                        .equals("FAILED")) {
                    return DECLINED;
                }
                LockSupport.parkNanos(ASK_AGAIN.toNanos());
            }
            return "the ticket: %s after %s".formatted(status, paid);
        }

        private void giveBack(String path) {
            String quote = insist("GET", path + "/refund-quote", null).text("quote");
            insist("DELETE", path + "?quote=" + quote, null);
        }

        private @Nullable String approve(String atProvider) {
            while (!atProvider.isEmpty() && System.nanoTime() < givesUpAt) {
                Answer approved =
                        sale.atProvider(
                                "POST", "/simulator/payments/" + atProvider + "/approve", "{}");
                if (approved.isGood()) {
                    return approved.text("paymentToken");
                }
                LockSupport.parkNanos(ASK_AGAIN.toNanos());
            }
            return null;
        }

        private Answer insist(String method, String path, @Nullable String body) {
            long began = System.nanoTime();
            for (int tries = 1; ; tries++) {
                Answer answer = sale.balancer().send(method, path, headers, body, ANSWER_WITHIN);
                if (!answer.isTrouble() || System.nanoTime() >= givesUpAt) {
                    took(method + " " + path, System.nanoTime() - began, tries);
                    return answer;
                }
                LockSupport.parkNanos(ASK_AGAIN.toNanos());
            }
        }

        private void took(String step, long nanos, int tries) {
            if (nanos > slowestNanos) {
                slowestNanos = nanos;
                slowest =
                        String.format(
                                Locale.ROOT, "%s: %.1f s, %d tries", step, nanos / 1e9, tries);
            }
        }
    }
}
