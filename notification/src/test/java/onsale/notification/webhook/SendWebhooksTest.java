package onsale.notification.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.notification.NotificationModule;
import onsale.notification.notice.Bookings;
import onsale.notification.webhook.Receiver.Got;
import onsale.platform.db.Database;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What integrators receive, over HTTP, whatever their endpoints do. */
class SendWebhooksTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PUBLIC_NAME = "hooks.integrator.example";

    private final Database database = stores.database(NotificationModule.SCHEMA);
    private final Bookings bookings = new Bookings(database, Set.of());
    private final UUID owner = UUID.randomUUID();
    private final Receiver receiver = new Receiver();
    private final List<WebhookRig> rigs = new ArrayList<>();

    @BeforeEach
    void empty() {
        for (String table :
                List.of("webhook_deliveries", "webhook_events", "webhooks", "purchases", "shows")) {
            database.sql().sql("delete from " + table).update();
        }
    }

    @AfterEach
    void stop() {
        rigs.forEach(WebhookRig::close);
        receiver.close();
    }

    @Test
    void anOrganiserHearsOfItsOwnShowsInOrder() {
        WebhookRig rig = rig(Map.of());
        UUID webhook = rig.webhook(owner, receiver.url());
        UUID fan = UUID.randomUUID();
        UUID show = aShow(owner);
        UUID foreign = aShow(UUID.randomUUID());

        UUID reservation = bookings.bought(fan, show);
        bookings.boughtAgain(reservation);
        bookings.bought(fan, foreign);
        bookings.cancelled(reservation, fan, show, "CANCELLED_BY_FAN", 0);
        bookings.refunded(bookings.refundOf(reservation, 75_000));
        rig.send();

        assertThat(receiver.all.stream().map(got -> body(got).path("type").asString()))
                .containsExactly(
                        "reservation.confirmed", "reservation.cancelled", "reservation.refunded");
        JsonNode data = body(receiver.all.getFirst()).path("data");
        assertThat(data.path("reservationId").asString()).isEqualTo(reservation.toString());
        assertThat(data.path("totalAmount").asLong()).isEqualTo(150_000);
        assertThat(receiver.all.getFirst().body())
                .as("it names no person")
                .doesNotContain(fan.toString());
        assertThat(isSigned(receiver.all.getFirst(), rig.secret(webhook))).isTrue();
    }

    /** The sale's message may come before the show's. */
    @Test
    void whatHappensBeforeTheOwnerIsKnownIsToldWhenItIs() {
        WebhookRig rig = rig(Map.of());
        rig.webhook(owner, receiver.url());
        UUID show = aShow(owner);
        database.sql().sql("update shows set version = 0, owner_id = null").update();
        bookings.bought(UUID.randomUUID(), show);
        rig.send();
        assertThat(receiver.all).isEmpty();

        bookings.published(show, Instant.now().plus(Duration.ofDays(30)), 2, owner);
        rig.send();

        assertThat(receiver.all).hasSize(1);
    }

    @Test
    void whileASecretRotatesBothSign() {
        WebhookRig rig = rig(Map.of());
        UUID webhook = rig.webhook(owner, receiver.url());
        String old = rig.secret(webhook);
        rig.rotate(webhook);
        UUID show = aShow(owner);

        bookings.bought(UUID.randomUUID(), show);
        rig.send();
        database.sql().sql("update webhooks set old_secret_until = now()").update();
        bookings.bought(UUID.randomUUID(), show);
        rig.send();

        Got during = receiver.all.getFirst();
        Got after = receiver.all.getLast();
        assertThat(isSigned(during, old)).isTrue();
        assertThat(isSigned(during, rig.secret(webhook))).isTrue();
        assertThat(isSigned(after, old)).isFalse();
        assertThat(isSigned(after, rig.secret(webhook))).isTrue();
    }

    @Test
    void whatFailsForADayHoldsBackOnlyItsOwnReservation() {
        WebhookRig rig = rig(Map.of("onsale.webhooks.retry-at-least-every", "1h"));
        rig.webhook(owner, receiver.url());
        UUID fan = UUID.randomUUID();
        UUID show = aShow(owner);
        UUID first = bookings.bought(fan, show);
        bookings.cancelled(first, fan, show, "CANCELLED_BY_FAN", 0);
        UUID second = bookings.bought(fan, show);
        receiver.status = got -> got.body().contains(first.toString()) ? 500 : 204;

        for (int hour = 0; hour < 24; hour++) {
            rig.send();
            rig.pass(Duration.ofHours(1));
        }

        assertThat(rig.states()).isEqualTo(Map.of("PENDING", 2L, "DELIVERED", 1L));
        assertThat(bodiesWith(second.toString())).hasSize(1);
        assertThat(bodiesWith("reservation.cancelled"))
                .as("it waits for what came before")
                .isEmpty();

        receiver.status = got -> 204;
        rig.pass(Duration.ofHours(2));
        rig.send();
        assertThat(rig.states()).isEqualTo(Map.of("DELIVERED", 3L));
        assertThat(receiver.all.getLast().body()).contains("reservation.cancelled");
    }

    @Test
    void afterThreeDaysAnEventIsGivenUpAndCanBeSentAgain() {
        WebhookRig rig = rig(Map.of());
        UUID webhook = rig.webhook(owner, receiver.url());
        receiver.status = got -> 500;
        bookings.bought(UUID.randomUUID(), aShow(owner));
        rig.send();
        rig.pass(Duration.ofDays(4));
        rig.send();
        assertThat(rig.states()).isEqualTo(Map.of("FAILED", 1L));

        receiver.status = got -> 204;
        var logged = rig.deliveries.log(webhook, 0, 10).getFirst();
        assertThat(logged.status()).isEqualTo(500);
        assertThat(rig.deliveries.redeliver(webhook, logged.eventId(), Duration.ofDays(3)))
                .isTrue();
        rig.send();

        assertThat(rig.states()).isEqualTo(Map.of("DELIVERED", 1L));
        assertThat(receiver.all.getFirst().headers().get("webhook-id"))
                .as("the same event has the same id")
                .isEqualTo(receiver.all.getLast().headers().get("webhook-id"));
    }

    @Test
    void oneThatHangsDelaysNobodyElse() {
        WebhookRig rig = rig(Map.of("onsale.webhooks.within", "2s"));
        try (Receiver hanging = new Receiver()) {
            hanging.hangs = true;
            rig.webhook(owner, hanging.url());
            rig.webhook(owner, receiver.url());
            bookings.bought(UUID.randomUUID(), aShow(owner));

            rig.sender.run();
            Wait.until(
                    "the other one has it while one hangs",
                    Duration.ofSeconds(10),
                    () -> receiver.all.size() == 1);
            assertThat(rig.sender.isIdle()).isFalse();
            rig.send();

            assertThat(rig.states()).isEqualTo(Map.of("PENDING", 1L, "DELIVERED", 1L));
        }
    }

    @Test
    void aPausedEndpointGetsEverythingWhenItGoesOn() {
        WebhookRig rig = rig(Map.of());
        UUID webhook = rig.webhook(owner, receiver.url());
        UUID show = aShow(owner);
        rig.webhooks.pause(webhook, true);
        bookings.bought(UUID.randomUUID(), show);
        bookings.bought(UUID.randomUUID(), show);
        rig.send();
        assertThat(receiver.all).isEmpty();

        rig.webhooks.pause(webhook, false);
        rig.send();

        assertThat(receiver.all).hasSize(2);
    }

    @Test
    void nothingIsSentToPrivateAddressesNeitherByNameNorByRedirect() {
        WebhookRig guarded = rig(Map.of("onsale.webhooks.private-addresses-allowed", "false"));
        UUID show = aShow(owner);
        for (String host :
                List.of("127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", PUBLIC_NAME)) {
            guarded.webhook(owner, "http://%s:%d/hook".formatted(host, receiver.port()));
        }

        bookings.bought(UUID.randomUUID(), show);
        guarded.send();

        assertThat(receiver.all).isEmpty();
        assertThat(
                        database.sql()
                                .sql("select distinct last_error from webhook_deliveries")
                                .query(String.class)
                                .list())
                .containsExactly("PRIVATE_ADDRESS");
    }

    /** The canary: without the guard the very same request arrives. */
    @Test
    void withoutTheGuardTheReceiverIsReachedByThatName() {
        WebhookRig open = rig(Map.of());
        open.webhook(owner, "http://%s:%d/hook".formatted(PUBLIC_NAME, receiver.port()));

        bookings.bought(UUID.randomUUID(), aShow(owner));
        open.send();

        assertThat(receiver.all).hasSize(1);
    }

    /** A name that was public when it was entered points inside when it is used. */
    @Test
    void aNameThatChangesIsLookedUpForEachConnection() throws Exception {
        List<InetAddress[]> answers = new ArrayList<>();
        answers.add(InetAddress.getAllByName("8.8.8.8"));
        List<String> asked = new ArrayList<>();
        WebhookRig guarded =
                new WebhookRig(
                        stores,
                        database,
                        host -> {
                            asked.add(host);
                            return answers.getLast();
                        },
                        Map.of(
                                "onsale.webhooks.private-addresses-allowed", "false",
                                "onsale.webhooks.within", "200ms"));
        rigs.add(guarded);
        guarded.webhook(owner, "http://%s:%d/hook".formatted(PUBLIC_NAME, receiver.port()));
        UUID show = aShow(owner);

        answers.add(InetAddress.getAllByName("127.0.0.1"));
        bookings.bought(UUID.randomUUID(), show);
        guarded.send();

        assertThat(asked).containsOnly(PUBLIC_NAME);
        assertThat(receiver.all).isEmpty();
    }

    @Test
    void aRedirectIsAnAnswerAndNotFollowed() {
        WebhookRig rig = rig(Map.of());
        try (Receiver inside = new Receiver()) {
            receiver.status = got -> 307;
            receiver.location = inside.url();
            UUID webhook = rig.webhook(owner, receiver.url());

            bookings.bought(UUID.randomUUID(), aShow(owner));
            rig.send();

            assertThat(inside.all).isEmpty();
            assertThat(rig.deliveries.log(webhook, 0, 1).getFirst().status()).isEqualTo(307);
            assertThat(rig.states()).isEqualTo(Map.of("PENDING", 1L));
        }
    }

    @Test
    void theDatabaseHasNoSecret() {
        WebhookRig rig = rig(Map.of());
        UUID webhook = rig.webhook(owner, receiver.url());

        assertThat(
                        database.sql()
                                .sql("select webhooks::text from webhooks")
                                .query(String.class)
                                .single())
                .doesNotContain("whsec_")
                .doesNotContain(rig.secret(webhook).substring(6));
    }

    /** As a receiver checks it: any of the signatures will do. */
    private static boolean isSigned(Got got, String secret) {
        String id = String.valueOf(got.headers().get("webhook-id"));
        long time = Long.parseLong(String.valueOf(got.headers().get("webhook-timestamp")));
        assertThat(Instant.ofEpochSecond(time))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        return List.of(String.valueOf(got.headers().get("webhook-signature")).split(" "))
                .contains(WebhookSecret.sign(secret, id, time, got.body()));
    }

    private List<String> bodiesWith(String part) {
        return receiver.all.stream().map(Got::body).filter(body -> body.contains(part)).toList();
    }

    private UUID aShow(UUID of) {
        return bookings.show(Instant.now().plus(Duration.ofDays(30)), 1, of);
    }

    private static JsonNode body(Got got) {
        return JSON.readTree(got.body());
    }

    /** A rig in whose network {@link #PUBLIC_NAME} is this machine. */
    private WebhookRig rig(Map<String, String> given) {
        WebhookRig rig =
                new WebhookRig(
                        stores,
                        database,
                        host ->
                                InetAddress.getAllByName(
                                        host.equals(PUBLIC_NAME) ? "127.0.0.1" : host),
                        given);
        rigs.add(rig);
        return rig;
    }
}
