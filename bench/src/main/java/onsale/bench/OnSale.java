package onsale.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import onsale.catalog.CatalogModule;
import onsale.contracts.Context;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Relay;

/** Puts a hall on sale without a waiting room, by the messages of the catalogue. */
final class OnSale {

    private static final int CHUNK = 1_000;
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(5),
                    Duration.ofMillis(100),
                    500,
                    Duration.ofSeconds(10),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    private OnSale() {}

    /** Waits until the node at that port shows the seats. */
    static UUID put(BenchServers servers, int seats, int port)
            throws IOException, InterruptedException {
        UUID schedule = UUID.randomUUID();
        Databases databases = servers.databases();
        databases.bootstrap(List.of(CatalogModule.SCHEMA));
        List<Object> told = messages(schedule, seats);
        try (Database database = databases.open(CatalogModule.SCHEMA)) {
            Outbox outbox =
                    new Outbox(
                            database,
                            UUID::randomUUID,
                            MessageKeys.derived(servers.secret(), servers.kafka())
                                    .of(Context.CATALOG));
            database.inTransaction(() ->
                    told.forEach(message ->
                            outbox.record(
                                    new Outgoing(
                                            Topic.CATALOG_EVENTS, schedule.toString(), message))));
            try (Relay relay = new Relay(database, outbox, servers.kafka(), MESSAGING)) {
                relay.start();
                awaitPublished(database);
            }
        }
        awaitSeats(port, schedule);
        return schedule;
    }

    /** Waits until all messages of this context are published. */
    static void awaitPublished(Database database) {
        Instant end = Instant.now().plus(WITHIN);
        while (database.sql()
                .sql("select exists (select from common.outbox_events where not published)")
                .query(Boolean.class)
                .single()) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("Kafka did not get all messages");
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos()); // its CPU may be measured
        }
    }

    private static List<Object> messages(UUID schedule, int seats) {
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
                        1_000,
                        List.of(new SchedulePublished.Grade("R", 50_000)),
                        null));
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int first = 0; first < seats; first += CHUNK) {
            List<InventoryChunk.Seat> chunk = new ArrayList<>();
            for (int i = first; i < first + CHUNK; i++) {
                var seat = new InventoryChunk.Seat(i, "R", "1", "A", "1", "" + i, "");
                chunk.add(seat);
                hash.add(seat);
            }
            told.add(new InventoryChunk(schedule, 1, first / CHUNK, chunk));
        }
        told.add(new InventoryComplete(schedule, 1, seats, hash.hex(), null));
        return told;
    }

    private static void awaitSeats(int port, UUID schedule)
            throws IOException, InterruptedException {
        HttpRequest look =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:%d/api/reservations/seats/%s"
                                                .formatted(port, schedule)))
                        .build();
        Instant end = Instant.now().plus(WITHIN);
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (http.send(look, BodyHandlers.discarding()).statusCode() != 200) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("no seats on sale");
                }
                LockSupport.parkNanos(LOOK_EVERY.toNanos());
            }
        }
    }
}
