package onsale.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.catalog.CatalogModule;
import onsale.contracts.Context;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Relay;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import onsale.reservation.ReservationModule;
import onsale.testkit.FaultProxy;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A node that sells and takes money, with a proxy before everything it speaks to and before itself;
 * and its fans, who repeat what was not answered, as browsers do.
 */
final class SagaWorld implements AutoCloseable {

    static final long PRICE = 50_000;
    private static final int SEATS = 3_000;
    private static final int CHUNK = 1_000;
    private static final int START_TRIES = 3;
    static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Options OPTIONS =
            Options.of("portone-secret", "store", "channel", "whsec_c2VjcmV0")
                    .withWebhooks(null, Duration.ofMillis(300));

    /** Whom the node or its fans call. */
    enum Server {
        POSTGRES,
        REDIS,
        KAFKA,
        PROVIDER,
        /** The node itself, called by fans and by the provider's webhooks. */
        NODE
    }

    private final Stores stores;
    private final TestTokens tokens;
    private final PortOneSimulator provider = PortOneSimulator.start(OPTIONS);
    private final Map<Server, FaultProxy> proxies = new HashMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final UUID schedule = UUID.randomUUID();
    private final AtomicInteger seats = new AtomicInteger();
    private volatile CompletableFuture<Node> node;

    SagaWorld(Stores stores) throws Exception {
        this.stores = stores;
        tokens = new TestTokens(stores);
        proxies.put(Server.POSTGRES, new FaultProxy().forwardTo(stores.postgres().port()));
        proxies.put(Server.REDIS, new FaultProxy().forwardTo(stores.redis().port()));
        proxies.put(Server.KAFKA, stores.kafkaProxy());
        proxies.put(Server.PROVIDER, new FaultProxy().forwardTo(provider.port()));
        proxies.put(Server.NODE, new FaultProxy());
        node = CompletableFuture.completedFuture(start());
        provider.sendWebhooksTo(URI.create(front() + "/api/payments/webhooks/portone"));
        putOnSale();
    }

    FaultProxy proxy(Server server) {
        return Objects.requireNonNull(proxies.get(server));
    }

    // ---- the node

    private Node start() {
        Map<String, String> settings = new HashMap<>();
        var postgres = stores.postgresSettings();
        settings.put(
                "onsale.postgres.url",
                through(postgres.url(), Server.POSTGRES, stores.postgres().port()));
        settings.put("onsale.postgres.admin-user", postgres.adminUser());
        settings.put("onsale.postgres.admin-password", postgres.adminPassword().value());
        settings.put("onsale.postgres.connection-timeout", "1s");
        settings.put("onsale.postgres.socket-timeout", "2s");
        settings.put("onsale.secret", stores.secret().value());
        settings.put(
                "onsale.redis.url",
                through(stores.redisSettings().url().value(), Server.REDIS, stores.redis().port()));
        settings.put("onsale.redis.command-timeout", "1s");
        settings.putAll(stores.kafka().settings());
        settings.put("onsale.kafka.bootstrap-servers", "127.0.0.1:" + proxy(Server.KAFKA).port());
        settings.put("onsale.kafka.topic-prefix", stores.kafkaSettings().topicPrefix());
        settings.put("onsale.kafka.request-timeout", "2s");
        settings.put("onsale.messaging.send-within", "2s");
        settings.put("onsale.messaging.lease", "1s");
        settings.put("onsale.messaging.poll-every", "250ms");
        settings.put("onsale.portone.api-url", "http://127.0.0.1:" + proxy(Server.PROVIDER).port());
        settings.put("onsale.portone.secret", OPTIONS.secret());
        settings.put("onsale.portone.store-id", OPTIONS.storeId());
        settings.put("onsale.portone.channel-key", OPTIONS.channelKey());
        settings.put("onsale.portone.test-mode", "true");
        settings.put("onsale.portone.webhook-secrets", OPTIONS.webhookSecret());
        settings.put("onsale.play-money", "true");
        settings.put("onsale.payment.provider-within", "1s");
        settings.put("onsale.payment.fan-waits", "500ms");
        settings.put("onsale.payment.ask-every", "500ms");
        settings.put("onsale.reservation.ask-again-after", "500ms");
        settings.put("onsale.reservation.ask-again-at-least-every", "2s");
        settings.put("onsale.limits.address-per-second", "1000000");
        settings.put("onsale.limits.user-per-second", "1000000");
        settings.put("onsale.limits.hold-burst-per-second", "1000000");
        settings.put("onsale.limits.hold-per-minute", "1000000");
        settings.put("onsale.limits.pay-per-minute", "1000000");
        Node started =
                Node.start(settings, List.of("--roles=reservation,payment", tokens.setting()));
        proxy(Server.NODE).forwardTo(URI.create(started.url()).getPort());
        return started;
    }

    private String through(String url, Server server, int port) {
        return url.replace(":" + port, ":" + proxy(server).port());
    }

    /** SIGKILL; another node is started at once, and nobody else does anything. */
    void killNode() {
        Node killed = node.join();
        killed.kill();
        node =
                CompletableFuture.supplyAsync(
                        () -> {
                            close(killed);
                            return restart();
                        },
                        task -> Thread.ofVirtual().start(task));
    }

    /** As whoever watches over nodes does, also when the machine is too busy for the first try. */
    private Node restart() {
        for (int tries = 1; ; tries++) {
            try {
                return start();
            } catch (IllegalStateException | AssertionError e) {
                if (tries == START_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static void close(Node node) {
        try {
            node.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String log() {
        return node.join().log();
    }

    private String front() {
        return "http://127.0.0.1:" + proxy(Server.NODE).port();
    }

    /** As the catalogue would tell it. */
    private void putOnSale() {
        Database catalogue = stores.database(CatalogModule.SCHEMA);
        Outbox outbox =
                new Outbox(catalogue, UUID::randomUUID, stores.messageKeys().of(Context.CATALOG));
        Instant now = Instant.now();
        List<Object> told = new ArrayList<>();
        told.add(
                new SchedulePublished(
                        schedule,
                        UUID.randomUUID(),
                        1,
                        "온 길",
                        "온길극장",
                        "대극장",
                        "",
                        now.plus(Duration.ofDays(50)),
                        now.minus(Duration.ofMinutes(1)),
                        now.plus(Duration.ofDays(49)),
                        false,
                        600,
                        4,
                        List.of(new SchedulePublished.Grade("R", PRICE)),
                        null));
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int first = 0; first < SEATS; first += CHUNK) {
            List<InventoryChunk.Seat> chunk = new ArrayList<>();
            for (int i = first; i < first + CHUNK; i++) {
                var seat = new InventoryChunk.Seat(i, "R", "1", "A", "1", "" + i, "");
                chunk.add(seat);
                hash.add(seat);
            }
            told.add(new InventoryChunk(schedule, 1, first / CHUNK, chunk));
        }
        told.add(new InventoryComplete(schedule, 1, SEATS, hash.hex(), null));
        catalogue.inTransaction(() ->
                told.forEach(message ->
                        outbox.record(
                                new Outgoing(Topic.CATALOG_EVENTS, schedule.toString(), message))));
        try (Relay relay =
                new Relay(
                        catalogue,
                        outbox,
                        stores.kafkaSettings(),
                        new MessagingSettings(
                                Duration.ofSeconds(5),
                                Duration.ofMillis(100),
                                500,
                                Duration.ofSeconds(10),
                                Duration.ofDays(7),
                                Duration.ofDays(30)))) {
            relay.start();
            Wait.until(
                    "the seats are on sale",
                    PATIENCE,
                    () -> call("GET", "/api/reservations/seats/" + schedule, "", "").status == 200);
        }
    }

    // ---- fans

    record Reply(int status, JsonNode body) {
        String text(String field) {
            return body.path(field).asString("");
        }
    }

    Reply call(String method, String path, String body, String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(front() + path))
                        .timeout(Duration.ofSeconds(5))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (path.endsWith("/hold")) {
            request.header("Idempotency-Key", "of-" + token.hashCode());
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        try {
            return new Reply(response.statusCode(), JSON.readTree(response.body()));
        } catch (JacksonException e) {
            return new Reply(response.statusCode(), JSON.createObjectNode());
        }
    }

    /** What a fan does, in this order; each ends when its fan sees the end of it. */
    enum Step {
        HOLD,
        CHECK_OUT,
        PREPARE,
        /** From the confirm to a reservation that is CONFIRMED. */
        PAY,
        /** From the cancellation to a payment that is REFUNDED. */
        GIVE_BACK,
        /** Instead of paying: to a reservation that is CANCELLED. */
        ABANDON,
        /** Both at once: to whichever is the verdict. */
        PAY_AND_ABANDON
    }

    UUID schedule() {
        return schedule;
    }

    SagaStory story(boolean told) {
        return new SagaStory(this, tokens.token(CurrentUser.USER), seats.getAndIncrement(), told);
    }

    void letTimeRunOut(String reservation) {
        stores.database(ReservationModule.SCHEMA)
                .sql()
                .sql("update reservations set hold_expires_at = now() where id = ?::uuid")
                .param(reservation)
                .update();
    }

    // ---- the provider

    JsonNode simulate(String method, String call, String body) {
        return simulator(method, "/simulator/payments/" + call, body);
    }

    JsonNode books() {
        return simulator("GET", "/simulator/books", "");
    }

    private JsonNode simulator(String method, String path, String body) {
        try {
            HttpResponse<String> response =
                    http.send(
                            HttpRequest.newBuilder(URI.create(provider.url() + path))
                                    .header("Authorization", "PortOne " + OPTIONS.secret())
                                    .method(method, BodyPublishers.ofString(body))
                                    .build(),
                            BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(path + ": " + response.body());
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultProxy::disarm);
        close(node.join());
        proxies.values().forEach(FaultProxy::close);
        provider.close();
        tokens.close();
        http.close();
    }
}
