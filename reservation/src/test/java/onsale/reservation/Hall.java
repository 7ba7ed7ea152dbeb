package onsale.reservation;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryChunk.Place;
import onsale.contracts.InventoryComplete;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatIds;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;

/** A show with seats on real servers, and everything one can do with them. */
final class Hall implements AutoCloseable {

    static final long PRICE = 50_000;
    static final String ZONE = "PIT";

    private static final ReservationSettings SETTINGS =
            new ReservationSettings(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(10),
                    Duration.ofMillis(50));

    final Database database;
    final Reservations parts;
    final Passes passes;
    private final Jobs jobs;

    Hall(Stores stores) {
        this(stores.database(ReservationModule.SCHEMA), stores, stores.redisConnection());
    }

    /** On other ways to the servers than the straight ones. */
    Hall(Database database, Stores stores, Redis redis) {
        this(database, redis, stores.kafkaSettings(), stores.secret(), Clock.systemUTC());
    }

    Hall(Database database, Redis redis, KafkaSettings kafka, Secret secret, Clock clock) {
        this.database = database;
        passes = new Passes(PassKeys.of(new PassSettings(List.of()), secret), clock);
        jobs = new Jobs(database);
        parts =
                new Reservations(
                        database,
                        jobs,
                        new Ids(clock, new SecureRandom()),
                        kafka,
                        new MessagingSettings(
                                Duration.ofSeconds(2),
                                Duration.ofMillis(500),
                                500,
                                Duration.ofSeconds(5),
                                Duration.ofDays(7),
                                Duration.ofDays(30)),
                        SETTINGS,
                        redis,
                        passes);
    }

    /** What time does, as in every node. */
    void startJobs() {
        new Sweeper(parts.endings, parts.reconcile, parts.seatSync).start(jobs, SETTINGS);
    }

    /** What is on sale; every method returns a changed copy. */
    record Show(
            UUID id,
            int seats,
            int standing,
            int holdSeconds,
            int seatsPerPersonMax,
            boolean queued,
            Instant opensAt) {

        static Show aShow() {
            return new Show(
                    UUID.randomUUID(), 20, 0, 300, 4, false, Instant.now().minusSeconds(60));
        }

        Show withSeats(int count) {
            return new Show(id, count, standing, holdSeconds, seatsPerPersonMax, queued, opensAt);
        }

        Show withStanding(int count) {
            return new Show(id, seats, count, holdSeconds, seatsPerPersonMax, queued, opensAt);
        }

        Show heldFor(int seconds) {
            return new Show(id, seats, standing, seconds, seatsPerPersonMax, queued, opensAt);
        }

        Show perPerson(int max) {
            return new Show(id, seats, standing, holdSeconds, max, queued, opensAt);
        }

        Show withQueue() {
            return new Show(id, seats, standing, holdSeconds, seatsPerPersonMax, true, opensAt);
        }

        Show opening(Instant at) {
            return new Show(id, seats, standing, holdSeconds, seatsPerPersonMax, queued, at);
        }

        UUID seat(int ordinal) {
            return SeatIds.of(id).seat(ordinal);
        }

        List<Place> places() {
            List<Place> places = new ArrayList<>();
            for (int i = 0; i < seats + standing; i++) {
                boolean stands = i >= seats;
                places.add(
                        new Place(
                                i,
                                i % 2 == 0 ? "R" : "S",
                                "1F",
                                "A",
                                stands ? "" : "row " + i / 10,
                                "" + i,
                                stands ? ZONE : ""));
            }
            return places;
        }

        SchedulePublished published() {
            return new SchedulePublished(
                    id,
                    UUID.randomUUID(),
                    1,
                    "달빛 아래",
                    "한빛극장",
                    "대극장",
                    "",
                    Instant.now().plus(Duration.ofDays(30)),
                    opensAt,
                    Instant.now().plus(Duration.ofDays(29)),
                    queued,
                    holdSeconds,
                    seatsPerPersonMax,
                    List.of(
                            new SchedulePublished.Grade("R", PRICE),
                            new SchedulePublished.Grade("S", PRICE)));
        }

        InventoryChunk chunk(int version, int number, int size) {
            List<Place> all = places();
            int from = number * size;
            return new InventoryChunk(
                    id, version, number, all.subList(from, Math.min(from + size, all.size())));
        }

        InventoryComplete complete(int version) {
            InventoryComplete.Hash hash = new InventoryComplete.Hash();
            places().forEach(hash::add);
            return new InventoryComplete(id, version, places().size(), hash.hex());
        }
    }

    /** On sale, with the gate open. */
    Show open(Show show) {
        put(show);
        parts.reconcile.rebuild(parts.schedules.find(show.id).orElseThrow());
        return show;
    }

    /** On sale, with the gate as it happens to be. */
    Show put(Show show) {
        Inventory inventory = new Inventory(parts.inventoryStore);
        database.inTransaction(() -> {
            parts.inventoryStore.publish(show.published());
            inventory.arrived(show.chunk(1, 0, Integer.MAX_VALUE / 2));
            inventory.announced(show.complete(1));
        });
        return show;
    }

    /** Somebody who wants seats. */
    record Fan(UUID userId, String personId) {

        static Fan aFan() {
            UUID id = UUID.randomUUID();
            return new Fan(id, "person of " + id);
        }
    }

    HoldSeats.Outcome hold(Fan fan, Show show, int... ordinals) {
        return hold(fan, show, UUID.randomUUID().toString(), ordinals);
    }

    HoldSeats.Outcome hold(Fan fan, Show show, String key, int... ordinals) {
        List<UUID> seats = new ArrayList<>();
        for (int ordinal : ordinals) {
            seats.add(show.seat(ordinal));
        }
        return hold(fan, show, key, seats, Map.of(), null);
    }

    HoldSeats.Outcome hold(
            Fan fan,
            Show show,
            String key,
            List<UUID> seats,
            Map<String, Integer> zones,
            @Nullable UUID admissionId) {
        return parts.holdSeats.run(
                new HoldSeats.Wish(
                        fan.userId, fan.personId, show.id, seats, zones, key, admissionId));
    }

    UUID held(Fan fan, Show show, int... ordinals) {
        return id(hold(fan, show, ordinals));
    }

    static UUID id(HoldSeats.Outcome outcome) {
        if (outcome instanceof HoldSeats.Outcome.Held held) {
            return held.reservationId();
        }
        throw new AssertionError("not held: " + outcome);
    }

    Reservation reservation(UUID id) {
        return parts.store.find(id).orElseThrow();
    }

    UUID checkedOut(Fan fan, UUID id) {
        var outcome = parts.change.checkOut(fan.userId, id);
        if (outcome instanceof ChangeReservation.Outcome.CheckedOut out) {
            return Endings.order(out.reservation());
        }
        throw new AssertionError("not checked out: " + outcome);
    }

    void paid(UUID reservationId, UUID orderId, UUID paymentId, long amount) {
        database.inTransaction(() ->
                parts.verdicts.paid(
                        new OrderPaid(orderId, reservationId, paymentId, amount, Instant.now())));
    }

    void closed(UUID reservationId, UUID orderId) {
        database.inTransaction(() ->
                parts.verdicts.closed(
                        new OrderClosed(orderId, reservationId, "ABANDONED", Instant.now())));
    }

    /** Makes a hold's time run out, as the database sees it. */
    void letTimeRunOut(UUID id) {
        database.sql()
                .sql(
                        "update reservations set hold_expires_at = now() - interval '1 ms' where id = ?")
                .param(id)
                .update();
    }

    /** One at a time: what another sweep has in its hands is done when this one returns. */
    synchronized void sweep() {
        while (parts.endings.expire()
                        + parts.endings.settle()
                        + parts.endings.closeOverdue()
                        + parts.endings.endCancelledShows()
                > 0) {
            // until nothing is left
        }
    }

    /** Messages of this type about a reservation, as recorded. */
    List<String> told(UUID reservationId) {
        return database.sql()
                .sql(
                        """
                        select event_type from common.outbox_events
                        where message_key = ? order by seq
                        """)
                .param(reservationId.toString())
                .query(String.class)
                .list();
    }

    Schedule schedule(Show show) {
        return parts.schedules.find(show.id).orElseThrow();
    }

    @Override
    public void close() {
        parts.close();
        jobs.close();
    }
}
