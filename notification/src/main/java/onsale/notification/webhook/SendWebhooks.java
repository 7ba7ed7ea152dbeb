package onsale.notification.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import onsale.notification.WebhookSettings;
import onsale.notification.outgoing.GuardedHttp;
import onsale.notification.outgoing.GuardedHttp.Outcome;
import onsale.notification.webhook.WebhookDeliveryStore.Attempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to endpoints. Each endpoint has a thread of its own while it has something due, so
 * one that hangs delays nobody else; what it is sent at once are events of different reservations.
 */
public final class SendWebhooks {

    private static final Logger LOG = LoggerFactory.getLogger(SendWebhooks.class);
    private static final int EVENTS_MAX = 500;
    private static final int ENDPOINTS_MAX = 64;
    private static final int AT_ONCE_MAX = 8;
    private static final int STATUS_GONE = 410;

    /** An endpoint that fails is left alone for at most this long. */
    private static final Duration ALONE_MAX = Duration.ofMinutes(1);

    private final WebhookStore webhooks;
    private final WebhookDeliveryStore deliveries;
    private final WebhookSecrets secrets;
    private final GuardedHttp http;
    private final WebhookSettings settings;
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final Set<UUID> busy = ConcurrentHashMap.newKeySet();

    SendWebhooks(
            WebhookStore webhooks,
            WebhookDeliveryStore deliveries,
            WebhookSecrets secrets,
            GuardedHttp http,
            WebhookSettings settings,
            InstantSource clock,
            MeterRegistry registry) {
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.secrets = secrets;
        this.http = http;
        this.settings = settings;
        this.clock = clock;
        this.registry = registry;
    }

    /** Hands out what is new and starts sending what is due; does not wait for receivers. */
    public void run() {
        while (deliveries.handOut(settings.giveUpAfter(), EVENTS_MAX) == EVENTS_MAX) {
            // the next portion
        }
        int given = deliveries.giveUp(EVENTS_MAX);
        if (given > 0) {
            count("given_up", given);
        }
        int free = ENDPOINTS_MAX - busy.size();
        for (UUID webhook : free > 0 ? deliveries.due(busy, free) : List.<UUID>of()) {
            if (busy.add(webhook)) {
                Thread.ofVirtual().name("webhook-" + webhook).start(() -> sendAll(webhook));
            }
        }
    }

    /** Whether nothing is being sent by this node. */
    boolean isIdle() {
        return busy.isEmpty();
    }

    private void sendAll(UUID id) {
        try {
            while (sendSome(id)) {
                // what is due next
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("The webhook {} is tried again later: {}", id, e.toString());
        } finally {
            busy.remove(id);
        }
    }

    /** Whether it went well and there may be more. */
    private boolean sendSome(UUID id) throws InterruptedException {
        Webhook webhook = webhooks.find(id).orElse(null);
        if (webhook == null || webhook.pausedAt() != null) {
            return false;
        }
        List<WebhookDelivery> claimed =
                deliveries.claim(id, settings.within().multipliedBy(4), AT_ONCE_MAX);
        AtomicBoolean well = new AtomicBoolean(!claimed.isEmpty());
        List<Thread> sending = new ArrayList<>();
        for (WebhookDelivery one : claimed) {
            sending.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                if (!send(webhook, one)) {
                                    well.set(false);
                                }
                            }));
        }
        for (Thread one : sending) {
            one.join();
        }
        if (claimed.isEmpty()) {
            return false;
        }
        if (well.get()) {
            webhooks.worked(id);
        } else {
            Duration pause = settings.pause(webhook.failures() + 1);
            webhooks.failed(id, pause.compareTo(ALONE_MAX) < 0 ? pause : ALONE_MAX);
        }
        return well.get();
    }

    private boolean send(Webhook webhook, WebhookDelivery one) {
        long start = System.nanoTime();
        Outcome outcome;
        try {
            outcome =
                    http.post(
                            URI.create(webhook.url()),
                            headers(webhook, one),
                            one.body().getBytes(StandardCharsets.UTF_8),
                            settings.within());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false; // its claim ends by itself
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        switch (outcome) {
            case Outcome.Answered answered -> {
                Attempt attempt = new Attempt(answered.status(), null, answered.excerpt(), millis);
                if (answered.status() >= 200 && answered.status() < 300) {
                    deliveries.delivered(one, attempt);
                    count("delivered", 1);
                    return true;
                }
                if (answered.status() == STATUS_GONE) {
                    webhooks.pause(webhook.id(), true); // by Standard Webhooks: it wants no more
                }
                putOff(one, attempt);
            }
            case Outcome.Blocked _ ->
                    putOff(one, new Attempt(null, "PRIVATE_ADDRESS", null, millis));
            case Outcome.Failed failed ->
                    putOff(one, new Attempt(null, failed.why(), null, millis));
        }
        return false;
    }

    private void putOff(WebhookDelivery one, Attempt attempt) {
        deliveries.retry(one, attempt, settings.pause(one.attempts()));
        count("put_off", 1);
    }

    /** As Standard Webhooks has them; while a new secret is introduced, both sign. */
    private Map<String, String> headers(Webhook webhook, WebhookDelivery one) {
        String id = "msg_" + one.eventId();
        long timestamp = clock.instant().getEpochSecond();
        String signatures =
                WebhookSecret.sign(secrets.current(webhook), id, timestamp, one.body())
                        + secrets.old(webhook)
                                .map(old ->
                                        " " + WebhookSecret.sign(old, id, timestamp, one.body()))
                                .orElse("");
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "Onsale-Webhooks/1");
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(timestamp));
        headers.put("webhook-signature", signatures);
        return headers;
    }

    private void count(String outcome, int events) {
        registry.counter("onsale.webhooks", "outcome", outcome).increment(events);
    }
}
