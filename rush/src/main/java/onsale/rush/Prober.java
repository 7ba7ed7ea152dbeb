package onsale.rush;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import onsale.checker.Promise.What;
import onsale.rush.Organiser.Ticketless;
import org.jspecify.annotations.Nullable;

/**
 * Buys a ticket in a room of its own twice a second, whatever happens, and gives it back: the whole
 * way of a fan, hold to CONFIRMED. How long that takes says when a fault was over for fans.
 */
final class Prober {

    private static final Duration EVERY = Duration.ofMillis(500);
    private static final Duration GIVES_UP_AFTER = Duration.ofMinutes(1);
    private static final Duration ASK_AGAIN = Duration.ofMillis(250);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(4);
    private static final int AT_ONCE = 150;

    /** Nanoseconds since the beginning. */
    record Probe(long startNanos, long endNanos, boolean bought) {

        double seconds() {
            return (endNanos - startNanos) / 1e9;
        }
    }

    private final Sale sale;
    private final List<Ticketless> fans;
    private final long start;
    private final Queue<Probe> probes = new ConcurrentLinkedQueue<>();
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final AtomicInteger next = new AtomicInteger();
    private final Thread thread;
    private volatile boolean stopping;

    Prober(Sale sale, List<Ticketless> fans, long startNanos) {
        this.sale = sale;
        this.fans = fans;
        this.start = startNanos;
        this.thread = Thread.ofVirtual().name("prober").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** All of them, when the last has ended. */
    List<Probe> stop() throws InterruptedException {
        stopping = true;
        thread.join();
        places.acquire(AT_ONCE);
        return List.copyOf(probes);
    }

    private void run() {
        long at = System.nanoTime();
        while (!stopping) {
            int number = next.getAndIncrement();
            if (places.tryAcquire()) {
                Thread.ofVirtual()
                        .name("probe")
                        .start(() -> {
                            try {
                                probe(number);
                            } finally {
                                places.release();
                            }
                        });
            }
            at += EVERY.toNanos();
            LockSupport.parkNanos(at - System.nanoTime());
        }
    }

    private void probe(int number) {
        long began = System.nanoTime();
        Ticketless fan = fans.get(number % fans.size());
        boolean bought = new Attempt(fan, number % sale.house().count, began).buy();
        probes.add(new Probe(began - start, System.nanoTime() - start, bought));
    }

    /** Insists with the same keys until it is done. */
    private final class Attempt {

        private final Map<String, String> headers;
        private final int seat;
        private final long givesUpAt;

        Attempt(Ticketless fan, int seat, long began) {
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

        boolean buy() {
            Answer held =
                    insist(
                            "POST",
                            "/api/reservations/hold",
                            "{\"scheduleId\":\"%s\",\"seatIds\":[%s]}"
                                    .formatted(
                                            sale.scheduleId(),
                                            sale.house().seatIds(new int[] {seat})));
            if (!held.isGood()) {
                return false;
            }
            String reservation = held.text("reservationId");
            sale.told(reservation, What.HELD);
            Answer checkout =
                    insist("POST", "/api/reservations/" + reservation + "/checkout", null);
            Answer prepared =
                    insist(
                            "POST",
                            "/api/payments",
                            "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                    .formatted(checkout.text("paymentOrder"), UUID.randomUUID()));
            String atProvider = prepared.json().path("provider").path("paymentId").asString("");
            @Nullable String token = approve(atProvider);
            if (token == null) {
                return false;
            }
            insist(
                    "POST",
                    "/api/payments/confirm",
                    "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                            .formatted(prepared.text("paymentId"), token));
            return confirmed(reservation);
        }

        private boolean confirmed(String reservation) {
            while (System.nanoTime() < givesUpAt) {
                String status =
                        insist("GET", "/api/reservations/" + reservation, null).text("status");
                if (status.equals("CONFIRMED")) {
                    sale.told(reservation, What.CONFIRMED);
                    sale.told(reservation, What.CANCEL_ASKED);
                    // not part of what is measured, but of what must come out right
                    Thread.ofVirtual()
                            .start(() ->
                                    insist("DELETE", "/api/reservations/" + reservation, null));
                    return true;
                }
                if (status.equals("CANCELLED")) {
                    return false;
                }
                LockSupport.parkNanos(ASK_AGAIN.toNanos());
            }
            return false;
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
            while (true) {
                Answer answer = sale.balancer().send(method, path, headers, body, ANSWER_WITHIN);
                if (!answer.isTrouble() || System.nanoTime() >= givesUpAt) {
                    return answer;
                }
                LockSupport.parkNanos(ASK_AGAIN.toNanos());
            }
        }
    }
}
