package onsale.reservation.warmup;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryChunk.Seat;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Redis;
import onsale.reservation.ReservationSettings;
import onsale.reservation.ReservationStore;
import onsale.reservation.SeatStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.cancel.EndingStore;
import onsale.reservation.checkout.CheckOut;
import onsale.reservation.checkout.OrderStore;
import onsale.reservation.gate.MendGate;
import onsale.reservation.gate.RebuildGate;
import onsale.reservation.gate.ReconcileGates;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.TellGate;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.HoldStore;
import onsale.reservation.hold.PickZoneSeats;
import onsale.reservation.hold.ReleaseHold;
import onsale.reservation.inventory.ArrivingInventoryStore;
import onsale.reservation.inventory.ReceiveInventory;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.ScheduleLoader;
import onsale.reservation.inventory.ScheduleStore;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.payment.AskAgain;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.payment.CloseOrderStore;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.ticket.TicketStore;
import onsale.reservation.turn.EndedTurns;

/**
 * A show of its own that is on sale in any database, for the warm-up and for benchmarks. Its holds,
 * releases and checkouts are those of the context; only the wiring is its own.
 */
public final class TrialSale {

    private static final String GRADE = "R";
    private static final int PRICE_WON = 50_000;
    private static final int HOLD_SECONDS = 300;
    private static final int SEATS_PER_PERSON_MAX = 4;

    private final UUID scheduleId;
    private final SeatGate gate;
    private final ReconcileGates reconcileGates;
    private final ReservationStore reservations;
    private final HoldSeats holdSeats;
    private final ReleaseHold releaseHold;
    private final CheckOut checkOut;
    private final Schedule schedule;

    /**
     * Puts a show with so many numbered seats on sale, with its gate open.
     *
     * @param outbox of the same database
     */
    public TrialSale(
            Database database,
            Outbox outbox,
            Redis redis,
            Passes passes,
            Ids ids,
            ReservationSettings settings,
            CalendarSettings calendar,
            int seatCount) {
        this.scheduleId = ids.next();
        this.gate = new SeatGate(redis);
        this.reservations = new ReservationStore(database);
        Schedules schedules = new Schedules(new ScheduleLoader(database));
        ScheduleStore scheduleStore = new ScheduleStore(database);
        SeatStore seats = new SeatStore(database);
        TellGate tellGate = new TellGate(schedules, gate);
        EndReservations endReservations =
                endReservations(database, outbox, reservations, seats, tellGate, settings);
        this.reconcileGates =
                new ReconcileGates(
                        scheduleStore,
                        schedules,
                        reservations,
                        gate,
                        new RebuildGate(seats, gate),
                        new MendGate(schedules, seats, gate));
        this.holdSeats =
                new HoldSeats(
                        schedules,
                        gate,
                        new HoldStore(database, calendar.zone()),
                        reservations,
                        seats,
                        new PickZoneSeats(seats),
                        new EndedTurns(database),
                        endReservations,
                        outbox,
                        ids::next);
        this.releaseHold = new ReleaseHold(database, reservations, endReservations, tellGate);
        this.checkOut =
                new CheckOut(new OrderStore(database, reservations), tellGate, passes, ids::next);
        ReceiveInventory inventory =
                new ReceiveInventory(scheduleStore, new ArrivingInventoryStore(database), outbox);
        database.inTransaction(() -> {
            scheduleStore.publish(terms(ids.next()));
            putOnSale(inventory, seatCount);
        });
        this.schedule = schedules.find(scheduleId).orElseThrow();
        rebuildGate();
    }

    private static EndReservations endReservations(
            Database database,
            Outbox outbox,
            ReservationStore reservations,
            SeatStore seats,
            TellGate tellGate,
            ReservationSettings settings) {
        AskAgain askAgain = new AskAgain(settings.askAgainAfter(), settings.askAgainAtLeastEvery());
        return new EndReservations(
                database,
                reservations,
                seats,
                new TicketStore(database),
                new EndingStore(database),
                new AskPayment(
                        database,
                        new CloseOrderStore(database, askAgain),
                        new RefundStore(database, askAgain),
                        outbox),
                outbox,
                tellGate);
    }

    private SchedulePublished terms(UUID eventId) {
        Instant now = Instant.now();
        return new SchedulePublished(
                scheduleId,
                eventId,
                1,
                "Trial",
                "Trial",
                "Trial",
                "",
                now.plus(Duration.ofDays(30)),
                now.minusSeconds(60),
                now.plus(Duration.ofDays(29)),
                false,
                HOLD_SECONDS,
                SEATS_PER_PERSON_MAX,
                List.of(new SchedulePublished.Grade(GRADE, PRICE_WON)),
                null);
    }

    private void putOnSale(ReceiveInventory inventory, int seatCount) {
        List<Seat> seats = new ArrayList<>(seatCount);
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int i = 0; i < seatCount; i++) {
            Seat seat = new Seat(i, GRADE, "1F", "A", "row " + i / 100, "" + i, "");
            seats.add(seat);
            hash.add(seat);
        }
        inventory.chunkArrived(new InventoryChunk(scheduleId, 1, 0, seats));
        inventory.announced(new InventoryComplete(scheduleId, 1, seatCount, hash.hex(), null));
    }

    public Schedule schedule() {
        return schedule;
    }

    /** The keys of the show's gate in Redis. */
    public List<String> gateKeys() {
        return gate.keys(scheduleId);
    }

    public void rebuildGate() {
        reconcileGates.rebuild(schedule);
    }

    /** What a fan who is a person of their own sends for these seats. */
    public HoldRequest request(UUID userId, List<UUID> seatIds) {
        return new HoldRequest(
                userId, userId.toString(), scheduleId, seatIds, Map.of(), userId.toString(), null);
    }

    public HoldSeats.Outcome hold(UUID userId, List<UUID> seatIds) {
        return holdSeats.run(request(userId, seatIds));
    }

    void read(UUID reservationId) {
        reservations.find(reservationId);
    }

    void release(UUID userId, UUID reservationId) {
        releaseHold.run(userId, reservationId);
    }

    void checkOut(UUID userId, UUID reservationId) {
        checkOut.run(userId, reservationId);
    }
}
