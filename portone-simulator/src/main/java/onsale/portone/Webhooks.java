package onsale.portone;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.portone.Fault.On;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends webhooks to the merchant, signed as Standard Webhooks specifies. A webhook is stored with
 * the change it reports and sent until it is accepted or was tried often enough. The webhooks of
 * one payment are sent one after the other, unless a fault says otherwise.
 */
final class Webhooks implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Webhooks.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int SENDING_MAX = 64;
    private static final int BACK_OFF = 4;
    private static final int LISTED_MAX = 1_000;
    private static final Duration HELD_FOR_MAX = Duration.ofSeconds(10);

    private final State state;
    private final Options options;
    private final Faults faults;
    private final Timer timer;
    private final SecretKeySpec key;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .executor(threads)
                    .build();
    private final Semaphore sending = new Semaphore(SENDING_MAX);

    /** The last webhook of each payment that is being sent. */
    private final Map<String, CompletableFuture<Void>> rows = new ConcurrentHashMap<>();

    /** Webhooks that wait until a later one of their payment was sent, by payment. */
    private final Map<String, String> held = new ConcurrentHashMap<>();

    private volatile @Nullable URI url;

    Webhooks(State state, Options options, Faults faults, Timer timer) {
        this.state = state;
        this.options = options;
        this.faults = faults;
        this.timer = timer;
        this.url = options.webhookUrl();
        this.key = new SecretKeySpec(options.webhookKey(), "HmacSHA256");
    }

    /** Sends the webhooks that an earlier run has left. */
    void start() {
        for (Webhook webhook : state.all(Webhook.class)) {
            if (webhook.held()) {
                held.put(webhook.paymentId(), webhook.key());
            }
            schedule(webhook);
        }
    }

    void sendTo(URI newUrl) {
        url = newUrl;
        state.all(Webhook.class).forEach(this::schedule);
    }

    /** Stores a webhook as part of the change that it reports. */
    void tell(State.Change change, Payment payment, String type, @Nullable String cancellationId) {
        Instant now = options.clock().instant();
        String id = UUID.randomUUID().toString();
        String body = Webhook.body(type, now, payment, options.storeId(), cancellationId);
        @Nullable Fault fault = faults.pick(change, On.WEBHOOK, payment.id(), type);
        int copies = 1;
        Instant due = now;
        boolean holdBack = false;
        if (fault != null) {
            switch (fault.kind()) {
                case WEBHOOK_LOST -> copies = 0;
                case WEBHOOK_DUPLICATE -> copies = 2;
                case WEBHOOK_LATE -> due = now.plusMillis(fault.millis());
                case WEBHOOK_REORDERED -> {
                    holdBack = true;
                    due =
                            now.plus(
                                    fault.millis() == 0
                                            ? HELD_FOR_MAX
                                            : Duration.ofMillis(fault.millis()));
                }
                default -> {
                    // not for webhooks
                }
            }
        }
        for (int copy = 0; copy < copies; copy++) {
            Webhook webhook =
                    new Webhook(id + "-" + copy, id, payment.id(), type, body, 0, holdBack, due);
            change.put(webhook);
            if (holdBack) {
                held.put(payment.id(), webhook.key());
            }
            change.then(() -> schedule(webhook));
        }
    }

    private void schedule(Webhook webhook) {
        if (url != null) {
            timer.at(webhook.due(), () -> queue(webhook.paymentId(), webhook.key()));
        }
    }

    private void queue(String paymentId, String webhookKey) {
        CompletableFuture<Void> last =
                rows.compute(
                        paymentId,
                        (id, row) ->
                                (row == null ? CompletableFuture.<Void>completedFuture(null) : row)
                                        .thenRunAsync(() -> attempt(webhookKey), threads)
                                        .exceptionally(this::report));
        var _ = last.whenComplete((_, _) -> rows.remove(paymentId, last));
    }

    private @Nullable Void report(Throwable failure) {
        log.debug("A webhook was not sent", failure); // closed meanwhile: the next run sends it
        return null;
    }

    private void attempt(String webhookKey) {
        @Nullable Webhook webhook = state.get(Webhook.class, webhookKey);
        @Nullable URI target = url;
        if (webhook == null || target == null) {
            return; // delivered or removed
        }
        boolean taken = !faults.isDown() && send(webhook, target);
        Instant now = options.clock().instant();
        state.change(change -> {
            if (taken || webhook.attempts() + 1 >= options.webhookAttemptsMax()) {
                change.drop(Webhook.class, webhookKey);
            } else {
                Webhook next = webhook.failed(now.plus(backOff(webhook.attempts())));
                change.put(next);
                change.then(() -> schedule(next));
            }
            return taken;
        });
        releaseHeld(webhook);
    }

    /**
     * Returns 1, 4, 16, … minutes with a jitter of a tenth, so that retries do not come at once.
     */
    private Duration backOff(int attemptsBefore) {
        double minutes = Math.pow(BACK_OFF, attemptsBefore);
        double jitter = ThreadLocalRandom.current().nextDouble(0.9, 1.1);
        return Duration.ofMillis((long) (options.webhookMinute().toMillis() * minutes * jitter));
    }

    private void releaseHeld(Webhook sent) {
        if (sent.held()) {
            held.remove(sent.paymentId(), sent.key());
            return;
        }
        @Nullable String waiting = held.remove(sent.paymentId());
        if (waiting != null) {
            queue(sent.paymentId(), waiting);
        }
    }

    private boolean send(Webhook webhook, URI target) {
        String timestamp = "" + options.clock().instant().getEpochSecond();
        HttpRequest request =
                HttpRequest.newBuilder(target)
                        .timeout(TIMEOUT)
                        .header("Content-Type", "application/json")
                        .header("webhook-id", webhook.id())
                        .header("webhook-timestamp", timestamp)
                        .header("webhook-signature", sign(webhook, timestamp))
                        .POST(BodyPublishers.ofString(webhook.body()))
                        .build();
        try {
            sending.acquire();
            try {
                int status = http.send(request, BodyHandlers.discarding()).statusCode();
                return status >= 200 && status < 300;
            } finally {
                sending.release();
            }
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String sign(Webhook webhook, String timestamp) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            byte[] signature =
                    mac.doFinal(Json.utf8(webhook.id() + "." + timestamp + "." + webhook.body()));
            return "v1," + Base64.getEncoder().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /** Lists the webhooks that are not delivered yet, for tests. */
    Answer pending(Request request) {
        List<Webhook> all = state.all(Webhook.class);
        @Nullable URI target = url;
        return Answer.json(
                200,
                Json.object()
                        .with("url", target == null ? null : target.toString())
                        .with("count", all.size())
                        .with(
                                "pending",
                                all.stream()
                                        .limit(LISTED_MAX)
                                        .map(webhook ->
                                                Json.object()
                                                        .with("id", webhook.id())
                                                        .with("paymentId", webhook.paymentId())
                                                        .with("type", webhook.type())
                                                        .with("attempts", webhook.attempts())
                                                        .with("due", webhook.due()))
                                        .toList()));
    }

    /** Sets the address, for a merchant whose address is not known at the start. */
    Answer put(Request request) {
        @Nullable String given = Json.text(Json.read(request.body()), "url", 2_000);
        if (given == null) {
            throw PortOneError.invalid("url is missing.");
        }
        sendTo(ReturnAddresses.webAddress(given));
        return pending(request);
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdown();
    }
}
