package onsale.notification.webhook;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.notification.WebhookSettings;
import onsale.notification.outgoing.GuardedHttp;
import onsale.notification.outgoing.GuardedHttp.NameLookup;
import onsale.platform.db.Database;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Webhooks on a database of a test. */
public final class WebhookRig implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(20);

    final Database database;
    final WebhookStore webhooks;
    final WebhookDeliveryStore deliveries;
    final WebhookSecrets secrets;
    final WebhookSettings settings;
    final SendWebhooks sender;
    private final GuardedHttp http;
    private final SecureRandom random = new SecureRandom();

    WebhookRig(Stores stores, Database database, NameLookup names, Map<String, String> given) {
        this.database = database;
        this.webhooks = new WebhookStore(database);
        this.deliveries = new WebhookDeliveryStore(database);
        this.secrets = new WebhookSecrets(stores.messageKeys().of(Context.NOTIFICATION));
        Map<String, String> all = new HashMap<>();
        all.put("onsale.webhooks.private-addresses-allowed", "true");
        all.put("onsale.webhooks.retry-after", "10ms");
        all.put("onsale.webhooks.within", "500ms");
        all.putAll(given);
        this.settings =
                new Binder(new MapConfigurationPropertySource(all))
                        .bindOrCreate("onsale.webhooks", WebhookSettings.class);
        this.http = new GuardedHttp(names, settings.privateAddressesAllowed());
        this.sender =
                new SendWebhooks(
                        webhooks,
                        deliveries,
                        secrets,
                        http,
                        settings,
                        Clock.systemUTC(),
                        new SimpleMeterRegistry());
    }

    /** What only listens. */
    public static HearOfEvents hearing(Database database) {
        return new HearOfEvents(new WebhookDeliveryStore(database));
    }

    /** Returns the id; its secret is then {@link #secret}. */
    UUID webhook(UUID owner, String url) {
        UUID id = UUID.randomUUID();
        List<String> types =
                List.of(WebhookEvent.values()).stream().map(WebhookEvent::type).toList();
        boolean inserted =
                database.inTransaction(() ->
                        webhooks.insert(
                                id,
                                owner,
                                url,
                                "",
                                types,
                                secrets.encrypted(id, WebhookSecret.create(random)),
                                10));
        if (!inserted) {
            throw new AssertionError("too many webhooks");
        }
        return id;
    }

    String secret(UUID id) {
        return secrets.current(webhooks.find(id).orElseThrow());
    }

    void rotate(UUID id) {
        webhooks.rotate(
                id, secrets.encrypted(id, WebhookSecret.create(random)), settings.oldSecretFor());
    }

    /** Sends what is due, and waits until it is sent. */
    void send() {
        sender.run();
        Wait.until("nothing is being sent", SOON, sender::isIdle);
    }

    Map<String, Long> states() {
        Map<String, Long> states = new HashMap<>();
        database.sql()
                .sql("select state, count(*) as n from webhook_deliveries group by state")
                .query(row -> {
                    states.put(row.getString("state"), row.getLong("n"));
                });
        return states;
    }

    /** Lets time pass for the rows. */
    void pass(Duration time) {
        for (String column : List.of("next_at", "give_up_at")) {
            database.sql()
                    .sql(
                            "update webhook_deliveries set %1$s = %1$s - :millis * interval '1 ms'"
                                    .formatted(column))
                    .param("millis", time.toMillis())
                    .update();
        }
        database.sql()
                .sql("update webhooks set next_at = next_at - :millis * interval '1 ms'")
                .param("millis", time.toMillis())
                .update();
    }

    @Override
    public void close() {
        http.close();
    }
}
