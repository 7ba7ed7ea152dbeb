package onsale.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import onsale.contracts.SeatIds;

/**
 * Fans who buy, in a process of their own. Reads commands – {@code rate seconds} – and answers each
 * with {@code confirmed refused failed} and, in nanoseconds, p50 and p99 from the confirm to
 * CONFIRMED and from the hold to CONFIRMED, and the p99 of refusals. A fan whose hold is refused
 * goes away; one who holds seats and does not see CONFIRMED within 20 s has failed. For {@code hold
 * seconds} fans hold two seats each, one after the other, and the answer is how many did, and the
 * p50 and p99 of that.
 */
final class PurchaseProcess {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long ASK_AGAIN_NANOS = 100_000_000;
    private static final int BUSY = 503;
    private static final int HOLDERS = 64;

    private record Times(long fromConfirm, long fromHold) {}

    private final String node;
    private final String provider;
    private final String secret;
    private final UUID schedule;
    private final List<String> tokens;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();

    private PurchaseProcess(String[] args) throws IOException {
        node = args[0];
        provider = args[1];
        secret = args[2];
        schedule = UUID.fromString(args[3]);
        tokens = Files.readAllLines(Path.of(args[4]));
    }

    public static void main(String[] args) throws Exception {
        PurchaseProcess fans = new PurchaseProcess(args);
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            int seconds = Integer.parseInt(command[1]);
            System.out.println(
                    command[0].equals("hold")
                            ? fans.holdOnly(seconds)
                            : fans.run(Integer.parseInt(command[0]), seconds));
        }
    }

    private String run(int rate, int seconds) throws InterruptedException {
        Ends ends = new Ends();
        List<Thread> fans = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < rate * seconds; i++) {
            long at = start + i * 1_000_000_000L / rate;
            while (System.nanoTime() < at) {
                LockSupport.parkNanos(at - System.nanoTime());
            }
            fans.add(Thread.ofVirtual().start(() -> live(ends)));
        }
        for (Thread fan : fans) {
            fan.join();
        }
        long[] confirm = ends.done.stream().mapToLong(Times::fromConfirm).sorted().toArray();
        long[] whole = ends.done.stream().mapToLong(Times::fromHold).sorted().toArray();
        long[] refused = ends.refused.stream().mapToLong(n -> n).sorted().toArray();
        return "%d %d %d %d %d %d %d %d"
                .formatted(
                        confirm.length,
                        refused.length,
                        ends.failed.get(),
                        quantile(confirm, 0.5),
                        quantile(confirm, 0.99),
                        quantile(whole, 0.5),
                        quantile(whole, 0.99),
                        quantile(refused, 0.99));
    }

    /** How the fans of one run ended. */
    private static final class Ends {
        final ConcurrentLinkedQueue<Times> done = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Long> refused = new ConcurrentLinkedQueue<>();
        final AtomicInteger failed = new AtomicInteger();
    }

    private String holdOnly(int seconds) throws InterruptedException {
        ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        List<Thread> fans = new ArrayList<>();
        for (int i = 0; i < HOLDERS; i++) {
            fans.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                while (System.nanoTime() < end) {
                                    holdTwo(times);
                                }
                            }));
        }
        for (Thread fan : fans) {
            fan.join();
        }
        long[] sorted = times.stream().mapToLong(n -> n).sorted().toArray();
        return sorted.length + " " + quantile(sorted, 0.5) + " " + quantile(sorted, 0.99);
    }

    private void holdTwo(ConcurrentLinkedQueue<Long> times) {
        int first = next.getAndAdd(2);
        SeatIds seats = SeatIds.of(schedule);
        long start = System.nanoTime();
        try {
            HttpResponse<String> held =
                    send(
                            "POST",
                            node + "/api/reservations/hold",
                            "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\",\"%s\"]}"
                                    .formatted(schedule, seats.seat(first), seats.seat(first + 1)),
                            "Bearer " + tokens.get(first / 2 % tokens.size()));
            if (held.statusCode() != BUSY) {
                must(held);
                times.add(System.nanoTime() - start);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long quantile(long[] sorted, double q) {
        return sorted.length == 0 ? 0 : sorted[(int) (q * (sorted.length - 1))];
    }

    private void live(Ends ends) {
        try {
            buy(ends);
        } catch (Exception e) {
            ends.failed.incrementAndGet();
            if (told.incrementAndGet() <= 5) {
                System.err.println("A fan failed: " + e);
            }
        }
    }

    private void buy(Ends ends) throws Exception {
        int n = next.getAndIncrement();
        String token = tokens.get(n % tokens.size());
        long hold = System.nanoTime();
        HttpResponse<String> held =
                send(
                        "POST",
                        node + "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}"
                                .formatted(schedule, SeatIds.of(schedule).seat(n)),
                        "Bearer " + token);
        if (held.statusCode() == BUSY) {
            ends.refused.add(System.nanoTime() - hold);
            return;
        }
        String reservation = field(must(held), "reservationId");
        String path = node + "/api/reservations/" + reservation;
        String order =
                field(
                        must(send("POST", path + "/checkout", "", "Bearer " + token)),
                        "paymentOrder");
        String prepared =
                must(
                        send(
                                "POST",
                                node + "/api/payments",
                                "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                        .formatted(order, UUID.randomUUID()),
                                "Bearer " + token));
        String payment = field(prepared, "paymentId");
        String approval =
                must(
                        send(
                                "POST",
                                provider + "/simulator/payments/onsale-" + payment + "/approve",
                                "{\"customData\":\"%s\"}".formatted(order),
                                "PortOne " + secret));
        long confirm = System.nanoTime();
        must(
                send(
                        "POST",
                        node + "/api/payments/confirm",
                        "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                .formatted(payment, field(approval, "paymentToken")),
                        "Bearer " + token));
        // as a page does: when the platform does not wait for the verdict, the fan asks again
        for (long pause = ASK_AGAIN_NANOS;
                !must(send(
                                "GET",
                                node + "/api/reservations/verdict/" + reservation,
                                "",
                                "Bearer " + token))
                        .contains("\"status\":\"CONFIRMED\"");
                pause *= 2) {
            if (System.nanoTime() - confirm > PATIENCE.toNanos()) {
                throw new IllegalStateException("not confirmed in time");
            }
            LockSupport.parkNanos(pause);
        }
        long end = System.nanoTime();
        ends.done.add(new Times(end - confirm, end - hold));
    }

    private static String must(HttpResponse<String> response) {
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    private static String field(String json, String name) {
        String before = "\"" + name + "\":\"";
        int from = json.indexOf(before) + before.length();
        return json.substring(from, json.indexOf('"', from));
    }

    private HttpResponse<String> send(String method, String url, String body, String authorization)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
