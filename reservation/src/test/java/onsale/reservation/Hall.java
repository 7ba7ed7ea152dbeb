package onsale.reservation;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryChunk.Seat;
import onsale.contracts.InventoryComplete;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatIds;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.Incoming;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.Received;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import onsale.platform.settings.Secret;
import onsale.reservation.cancel.CancelReservation;
import onsale.reservation.cancel.QuoteRefund;
import onsale.reservation.checkout.CheckOut;
import onsale.reservation.hold.ChangeSeats;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.turn.Turn;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;

/** A show with seats on real servers, and everything that can be done with them. */
public final class Hall implements AutoCloseable {

    public static final long PRICE = 50_000;
    public static final String ZONE = "PIT";

    public final Database database;
    public final ReservationParts parts;
    public final Passes passes;
    private final Jobs jobs;

    public Hall(Stores stores) {
        this(stores.database(ReservationModule.SCHEMA), stores, stores.redisConnection());
    }

    /** With connections of its own, such as one through a proxy. */
    Hall(Database database, Stores stores, Redis redis) {
        this(database, redis, stores.kafkaSettings(), stores.secret(), Clock.systemUTC());
    }

    Hall(Database database, Redis redis, KafkaSettings kafka, Secret secret, Clock clock) {
        this.database = database;
        passes = new Passes(PassKeys.of(new PassSettings(List.of()), secret), clock);
        jobs = new Jobs(database);
        parts =
                new ReservationParts(
                        database,
                        jobs,
                        redis,
                        kafka,
                        secret,
                        new Ids(clock, new SecureRandom()),
                        passes);
    }

    /** Starts the periodic work of a node. */
    void startJobs() {
        parts.jobs.start(jobs, ReservationParts.SETTINGS);
    }

    /** What is on sale; every method returns a changed copy. */
    public record Show(
            UUID id,
            int seats,
            int standing,
            int holdSeconds,
            int seatsPerPersonMax,
            boolean queued,
            Instant opensAt) {

        public static Show aShow() {
            return new Show(
                    UUID.randomUUID(), 20, 0, 300, 4, false, Instant.now().minusSeconds(60));
        }

        public Show withSeats(int count) {
            return new Show(id, count, standing, holdSeconds, seatsPerPersonMax, queued, opensAt);
        }

        public Show withStanding(int count) {
            return new Show(id, seats, count, holdSeconds, seatsPerPersonMax, queued, opensAt);
        }

        public Show heldFor(int seconds) {
            return new Show(id, seats, standing, seconds, seatsPerPersonMax, queued, opensAt);
        }

        public Show perPerson(int max) {
            return new Show(id, seats, standing, holdSeconds, max, queued, opensAt);
        }

        public Show withQueue() {
            return new Show(id, seats, standing, holdSeconds, seatsPerPersonMax, true, opensAt);
        }

        public Show opening(Instant at) {
            return new Show(id, seats, standing, holdSeconds, seatsPerPersonMax, queued, at);
        }

        public UUID seat(int ordinal) {
            return SeatIds.of(id).seat(ordinal);
        }

        public List<Seat> inventory() {
            List<Seat> inventory = new ArrayList<>();
            for (int i = 0; i < seats + standing; i++) {
                boolean stands = i >= seats;
                inventory.add(
                        new Seat(
                                i,
                                i % 2 == 0 ? "R" : "S",
                                "1F",
                                "A",
                                stands ? "" : "row " + i / 10,
                                "" + i,
                                stands ? ZONE : ""));
            }
            return inventory;
        }

        public SchedulePublished published() {
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
                            new SchedulePublished.Grade("S", PRICE)),
                    null);
        }

        public InventoryChunk chunk(int version, int number, int size) {
            List<Seat> all = inventory();
            int from = number * size;
            return new InventoryChunk(
                    id, version, number, all.subList(from, Math.min(from + size, all.size())));
        }

        public InventoryComplete complete(int version) {
            InventoryComplete.Hash hash = new InventoryComplete.Hash();
            inventory().forEach(hash::add);
            return new InventoryComplete(id, version, inventory().size(), hash.hex(), null);
        }
    }

    /** Puts a show on sale and opens its gate. */
    public Show open(Show show) {
        put(show);
        parts.reconcileGates.rebuild(parts.schedules.find(show.id).orElseThrow());
        return show;
    }

    /** Puts a show on sale and leaves its gate as it is. */
    public Show put(Show show) {
        database.inTransaction(() -> {
            parts.receiveInventory.published(show.published());
            parts.receiveInventory.chunkArrived(show.chunk(1, 0, Integer.MAX_VALUE / 2));
            parts.receiveInventory.announced(show.complete(1));
        });
        return show;
    }

    /** A fan who wants seats. */
    public record Fan(UUID userId, String personId) {

        public static Fan aFan() {
            UUID id = UUID.randomUUID();
            return new Fan(id, "person of " + id);
        }
    }

    public HoldSeats.Outcome hold(Fan fan, Show show, int... ordinals) {
        return hold(fan, show, UUID.randomUUID().toString(), ordinals);
    }

    public HoldSeats.Outcome hold(Fan fan, Show show, String key, int... ordinals) {
        List<UUID> seats = new ArrayList<>();
        for (int ordinal : ordinals) {
            seats.add(show.seat(ordinal));
        }
        return hold(fan, show, key, seats, Map.of(), null);
    }

    public HoldSeats.Outcome hold(
            Fan fan,
            Show show,
            String key,
            List<UUID> seats,
            Map<String, Integer> zones,
            @Nullable Turn turn) {
        return parts.holdSeats.run(
                new HoldRequest(fan.userId, fan.personId, show.id, seats, zones, key, turn));
    }

    public ChangeSeats.Outcome changeSeats(UUID userId, UUID id, List<UUID> seats) {
        return parts.changeSeats.run(userId, id, seats, Map.of());
    }

    public UUID held(Fan fan, Show show, int... ordinals) {
        return id(hold(fan, show, ordinals));
    }

    public static UUID id(HoldSeats.Outcome outcome) {
        if (outcome instanceof HoldSeats.Outcome.Held held) {
            return held.reservationId();
        }
        throw new AssertionError("not held: " + outcome);
    }

    public Reservation reservation(UUID id) {
        return parts.reservations.find(id).orElseThrow();
    }

    public UUID checkedOut(Fan fan, UUID id) {
        var outcome = parts.checkOut.run(fan.userId, id);
        if (outcome instanceof CheckOut.Outcome.CheckedOut out) {
            return out.reservation().orderId();
        }
        throw new AssertionError("not checked out: " + outcome);
    }

    public void paid(UUID reservationId, UUID orderId, UUID paymentId, long amount) {
        paid(new OrderPaid(orderId, reservationId, paymentId, amount, Instant.now()));
    }

    /** Payments that come together. */
    public void paid(OrderPaid... payments) {
        List<Received<OrderPaid>> received =
                Stream.of(payments)
                        .map(paid ->
                                new Received<>(
                                        paid,
                                        new Incoming(
                                                UUID.randomUUID(),
                                                Topic.PAYMENT_EVENTS,
                                                paid.reservationId().toString(),
                                                "OrderPaid",
                                                new byte[0],
                                                Map.of())))
                        .toList();
        database.inTransaction(() -> parts.applyVerdicts.paidTogether(received));
    }

    /** The fan asks what comes back for seats and gives them back on these terms. */
    public CancelReservation.Outcome cancel(UUID userId, UUID id, UUID... seatIds) {
        List<UUID> seats = List.of(seatIds);
        String quote =
                parts.quoteRefund.run(userId, id, seats)
                                instanceof QuoteRefund.Outcome.Quoted quoted
                        ? quoted.quote()
                        : "none";
        return parts.cancelReservation.run(userId, id, seats, quote);
    }

    public void closed(UUID reservationId, UUID orderId) {
        database.inTransaction(() ->
                parts.applyVerdicts.closed(
                        new OrderClosed(orderId, reservationId, "ABANDONED", Instant.now())));
    }

    /** Makes a hold's time run out, as the database sees it. */
    public void letTimeRunOut(UUID id) {
        database.sql()
                .sql(
                        "update reservations set hold_expires_at = now() - interval '1 ms' where id = ?")
                .param(id)
                .update();
    }

    /** Ends what is over, one sweep at a time. */
    public synchronized void sweep() {
        while (parts.jobs.sweepOnce() + parts.jobs.endCancelledShowsOnce() > 0) {
            // until nothing is left
        }
    }

    /** The types of the messages about a reservation, in order. */
    public List<String> told(UUID reservationId) {
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

    public Schedule schedule(Show show) {
        return parts.schedules.find(show.id).orElseThrow();
    }

    @Override
    public void close() {
        parts.close();
        jobs.close();
    }
}
