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
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatIds;
import onsale.contracts.Topic;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Relay;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
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
    private static final Duration PATIENCE = Duration.ofSeconds(90);
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
        settings.put("onsale.portone.webhook-secrets", OPTIONS.webhookSecret());
        settings.put("onsale.payment.provider-within", "1s");
        settings.put("onsale.payment.fan-waits", "500ms");
        settings.put("onsale.payment.ask-every", "500ms");
        settings.put("onsale.limits.address-per-second", "1000000");
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
        Outbox outbox = new Outbox(catalogue, UUID::randomUUID);
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
                        List.of(new SchedulePublished.Grade("R", PRICE))));
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int first = 0; first < SEATS; first += CHUNK) {
            List<InventoryChunk.Place> places = new ArrayList<>();
            for (int i = first; i < first + CHUNK; i++) {
                var place = new InventoryChunk.Place(i, "R", "1", "A", "1", "" + i, "");
                places.add(place);
                hash.add(place);
            }
            told.add(new InventoryChunk(schedule, 1, first / CHUNK, places));
        }
        told.add(new InventoryComplete(schedule, 1, SEATS, hash.hex()));
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

    private Reply call(String method, String path, String body, String token)
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

    Story story(boolean told) {
        return new Story(told);
    }

    /** One fan and one seat. */
    final class Story {

        private final String fan = tokens.token(CurrentUser.USER);
        private final int seat = seats.getAndIncrement();
        private final String paymentKey = UUID.randomUUID().toString();

        /** Whether webhooks come (twice) or are lost. */
        private final boolean told;

        private String reservation = "";
        private String order = "";
        private String payment = "";
        private String token = "";
        private boolean twice;

        Story(boolean told) {
            this.told = told;
        }

        String reservation() {
            return reservation;
        }

        /** Every request is sent twice at once. */
        Story sendingTwice() {
            twice = true;
            return this;
        }

        /** Everything that comes before this step. */
        Story upTo(Step step) {
            for (Step before : way(step)) {
                run(before);
            }
            return this;
        }

        private static List<Step> way(Step step) {
            return switch (step) {
                case HOLD -> List.of();
                case CHECK_OUT -> List.of(Step.HOLD);
                case PREPARE -> List.of(Step.HOLD, Step.CHECK_OUT);
                case PAY, ABANDON, PAY_AND_ABANDON ->
                        List.of(Step.HOLD, Step.CHECK_OUT, Step.PREPARE);
                case GIVE_BACK -> List.of(Step.HOLD, Step.CHECK_OUT, Step.PREPARE, Step.PAY);
            };
        }

        /** What comes after: to CONFIRMED, or where this way ends. */
        void toTheEnd(Step done) {
            switch (done) {
                case HOLD -> {
                    run(Step.CHECK_OUT);
                    toTheEnd(Step.CHECK_OUT);
                }
                case CHECK_OUT -> {
                    run(Step.PREPARE);
                    run(Step.PAY);
                }
                case PREPARE -> run(Step.PAY);
                case PAY, GIVE_BACK, ABANDON, PAY_AND_ABANDON -> {}
            }
        }

        void run(Step step) {
            switch (step) {
                case HOLD ->
                        reservation =
                                until(
                                                "POST",
                                                "/api/reservations/hold",
                                                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}"
                                                        .formatted(
                                                                schedule,
                                                                SeatIds.of(schedule).seat(seat)),
                                                201)
                                        .text("reservationId");
                case CHECK_OUT ->
                        order =
                                until("POST", reservationPath() + "/checkout", "", 200)
                                        .text("paymentOrder");
                case PREPARE -> prepare();
                case PAY -> {
                    confirm();
                    waitFor(reservationPath(), "CONFIRMED");
                }
                case GIVE_BACK -> {
                    until("DELETE", reservationPath(), "", 204);
                    waitFor("/api/payments/" + payment, "REFUNDED");
                    waitFor(reservationPath(), "CANCELLED");
                }
                case ABANDON -> {
                    until("POST", reservationPath() + "/abandon", "", 202);
                    waitFor(reservationPath(), "CANCELLED");
                }
                case PAY_AND_ABANDON -> {
                    var paying = CompletableFuture.runAsync(this::tryToConfirm);
                    tryOnce("POST", reservationPath() + "/abandon", "");
                    paying.join();
                    waitFor(reservationPath(), "CONFIRMED", "CANCELLED");
                    waitFor("/api/payments/" + payment, "SUCCESS", "FAILED");
                }
            }
        }

        private void prepare() {
            Reply made =
                    until(
                            "POST",
                            "/api/payments",
                            "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                    .formatted(order, paymentKey),
                            201);
            payment = made.text("paymentId");
            String providerId = made.body.path("provider").path("paymentId").asString();
            simulate(
                    "PUT",
                    providerId + "/faults",
                    "{\"faults\":[{\"kind\":\"%s\",\"times\":100}]}"
                            .formatted(told ? "WEBHOOK_DUPLICATE" : "WEBHOOK_LOST"));
            token =
                    simulate(
                                    "POST",
                                    providerId + "/approve",
                                    "{\"customData\":\"%s\"}".formatted(order))
                            .path("paymentToken")
                            .asString();
        }

        private String confirmation() {
            return "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}".formatted(payment, token);
        }

        /** Until the fan is told the end: SUCCESS here, since nobody declines. */
        private void confirm() {
            Wait.until(
                    "it is paid: " + reservation,
                    PATIENCE,
                    () -> {
                        Reply reply = send("POST", "/api/payments/confirm", confirmation());
                        return reply.text("status").equals("SUCCESS");
                    });
        }

        private void tryToConfirm() {
            tryOnce("POST", "/api/payments/confirm", confirmation());
        }

        /** Until the request was heard; what is said to it does not matter. */
        private void tryOnce(String method, String path, String body) {
            Wait.until(
                    method + " " + path + " is answered",
                    PATIENCE,
                    () -> send(method, path, body).status < 500);
        }

        private String reservationPath() {
            return "/api/reservations/" + reservation;
        }

        private Reply until(String method, String path, String body, int status) {
            Reply[] last = new Reply[1];
            try {
                Wait.until(
                        method + " " + path + " is done",
                        PATIENCE,
                        () -> {
                            last[0] = send(method, path, body);
                            return last[0].status == status;
                        });
            } catch (AssertionError e) {
                throw new AssertionError("last answer " + last[0], e);
            }
            return last[0];
        }

        private void waitFor(String path, String... states) {
            Wait.until(
                    path + " is " + List.of(states),
                    PATIENCE,
                    () -> List.of(states).contains(send("GET", path, "").text("status")));
        }

        private Reply send(String method, String path, String body)
                throws IOException, InterruptedException {
            if (twice && !method.equals("GET")) {
                CompletableFuture<Reply> other =
                        CompletableFuture.supplyAsync(() -> {
                            try {
                                return call(method, path, body, fan);
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                Reply first = call(method, path, body, fan);
                Reply second = other.join();
                return first.status < 300 ? first : second;
            }
            return call(method, path, body, fan);
        }
    }

    // ---- the provider

    private JsonNode simulate(String method, String call, String body) {
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
