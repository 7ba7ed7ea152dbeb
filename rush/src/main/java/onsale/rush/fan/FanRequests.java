package onsale.rush.fan;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import onsale.rush.fan.Profile.Span;
import onsale.rush.http.Answer;
import onsale.rush.http.Http;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one fan at the fan's own pace. A request without a useful answer is sent
 * again with the same key, as the user of a browser would do.
 */
final class FanRequests {

    private static final Span TROUBLE_PAUSE =
            new Span(Duration.ofMillis(500), Duration.ofSeconds(3));
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MOST_PAUSE_NANOS = Duration.ofSeconds(15).toNanos();
    private static final Duration TROUBLE_PATIENCE = Duration.ofMinutes(1);
    private static final int PROVIDER_TRIES_MAX = 3;

    private static final String RECEIPT = "X-Queue-Receipt";
    private static final String TOKEN = "X-Queue-Token";

    private final Sale sale;
    private final SplittableRandom random;
    private final Map<String, String> headers = new HashMap<>();

    /** When the fan wants to do the next thing. */
    private long wanted;

    /** The fan's stay in the line, once it ended with an entry token. */
    private @Nullable Queueing inside;

    private boolean lastWasTrouble;

    FanRequests(
            Sale sale,
            SplittableRandom random,
            String accessToken,
            String address,
            long arrivesAtNanos) {
        this.sale = sale;
        this.random = random;
        this.wanted = arrivesAtNanos;
        headers.put("Authorization", "Bearer " + accessToken);
        headers.put("X-Forwarded-For", address);
    }

    /** Sends the receipt of the fan's place from now on. */
    void receipt(String receipt) {
        headers.put(RECEIPT, receipt);
    }

    boolean hasReceipt() {
        return headers.containsKey(RECEIPT);
    }

    /** Sends the entry token from now on. */
    void enter(Queueing queueing, String entryToken) {
        inside = queueing;
        headers.put(TOKEN, entryToken);
        receipt(queueing.receipt());
    }

    boolean isInside() {
        return inside != null;
    }

    boolean lastWasTrouble() {
        return lastWasTrouble;
    }

    /** When the fan wanted to do what comes next. */
    long wantedNanos() {
        return wanted;
    }

    /**
     * Sends a request until it has a useful answer or the fan gives up. The pause doubles each
     * time, or those who repeat would keep a slow platform from ever catching up.
     */
    Answer repeat(Op op, String method, String path, @Nullable String body) {
        Map<String, String> all = headers;
        if (op == Op.HOLD) {
            all = new HashMap<>(headers);
            all.put("Idempotency-Key", key());
        }
        long enough = System.nanoTime() + TROUBLE_PATIENCE.toNanos();
        for (long pause = 0; ; pause = Math.min(2 * pause + FIRST_PAUSE_NANOS, MOST_PAUSE_NANOS)) {
            Answer answer = send(op, method, path, body, all, 0);
            if (!answer.isTrouble() || System.nanoTime() - enough > 0) {
                return answer;
            }
            think(TROUBLE_PAUSE);
            until(System.nanoTime() + Math.max(pause, answer.retryAfter().toNanos()));
        }
    }

    /**
     * Sends a GET once.
     *
     * @param everyNanos how often the fan does this, or 0 for once
     */
    Answer get(Op op, String path, long everyNanos) {
        return send(op, "GET", path, null, headers, everyNanos);
    }

    private Answer send(
            Op op,
            String method,
            String path,
            @Nullable String body,
            Map<String, String> all,
            long everyNanos) {
        Answer answer = sale.balancer().send(method, path, all, body, Http.ANSWER_WITHIN);
        sale.measures().answered(op, wanted, everyNanos, answer);
        lastWasTrouble = answer.isTrouble();
        if (inside != null && inside.isRefused(answer)) {
            sale.evidence().waited(inside.end());
        }
        wanted = System.nanoTime();
        return answer;
    }

    /** Uses the provider's page. */
    Answer atProvider(String method, String path, String body) {
        Answer answer = Answer.none(false);
        for (int tries = 0; tries < PROVIDER_TRIES_MAX && answer.isTrouble(); tries++) {
            if (tries > 0) {
                think(TROUBLE_PAUSE);
            }
            answer = sale.atProvider(method, "/simulator/payments/" + path, body);
            sale.measures().answered(Op.PROVIDER, wanted, 0, answer);
            wanted = System.nanoTime();
        }
        return answer;
    }

    void think(Span span) {
        until(wanted + span.nanos(random));
    }

    void until(long nanos) {
        wanted = nanos;
        long left;
        while ((left = nanos - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
        }
    }

    String key() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
