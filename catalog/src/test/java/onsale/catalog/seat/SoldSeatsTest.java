package onsale.catalog.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import onsale.catalog.World;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.schedule.ScheduleView;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.SeatIds;
import onsale.contracts.SeatsSold;
import onsale.contracts.Topic;
import onsale.platform.messaging.DeadLetters;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataIntegrityViolationException;

/** Seats follow reservations, in whatever order and however often the messages come. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SoldSeatsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

    private final UUID anna = UUID.randomUUID();
    private final UUID bora = UUID.randomUUID();
    private World world;
    private Schedule schedule;

    @BeforeAll
    void start() {
        world = new World(stores);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @BeforeEach
    void aFreshSchedule() {
        schedule = world.aSchedule(world.anEvent(world.aSmallHall()));
    }

    @Test
    void aConfirmedReservationSellsItsSeatsOnceHoweverOftenItIsTold() {
        say(confirmed(anna, 0, 0, 1));
        say(confirmed(anna, 0, 0, 1));

        awaitOwner(1, anna);
        awaitQuiet();
        assertThat(owner(0)).isEqualTo(anna);
        assertThat(owner(2)).isNull();
        assertThat(world.seatStore.countByGrade(schedule.id()))
                .contains(new GradeCount("OP", 170_000, "#9E37D1", "", 12, 10));
        assertThat(
                        ScheduleView.of(
                                world.scheduleStore
                                        .find(schedule.id(), schedule.eventId())
                                        .orElseThrow()))
                .satisfies(now -> {
                    assertThat(now.availableSeats()).isEqualTo(35);
                    assertThat(now.soldOut()).isFalse();
                });
    }

    @Test
    void cancellingFreesThemAgain() {
        say(confirmed(anna, 0, 0, 1));
        say(cancelled(anna, 1, 0, 1));

        awaitQuiet();
        assertThat(owner(0)).isNull();
        assertThat(owner(1)).isNull();
    }

    @Test
    void aPartOfAReservationCanBeCancelled() {
        say(confirmed(anna, 0, 0, 1));
        say(cancelled(anna, 1, 1));

        awaitQuiet();
        assertThat(owner(0)).isEqualTo(anna);
        assertThat(owner(1)).isNull();
    }

    @Test
    void theNextFansSeatIsNotFreedByTheLastOnesLateCancellation() {
        say(confirmed(anna, 0, 0));
        awaitOwner(0, anna);
        say(confirmed(bora, 5, 0)); // its cancellation is on the way
        awaitOwner(0, bora);
        say(cancelled(anna, 3, 0));

        awaitQuiet();
        assertThat(owner(0)).isEqualTo(bora);
    }

    @Test
    void aCancellationBeforeItsConfirmationStays() {
        say(cancelled(anna, 1, 0));
        awaitQuiet();
        say(confirmed(anna, 0, 0)); // redriven from the dead letters

        awaitQuiet();
        assertThat(owner(0)).isNull();
    }

    @Test
    void anExpiredHoldNeverWasASale() {
        say(confirmed(anna, 0, 0));
        say(new ReservationCancelled(bora, bora, schedule.id(), seats(0), "EXPIRED", false, NOON));

        awaitQuiet();
        assertThat(owner(0)).isEqualTo(anna);
    }

    @Test
    void aSeatThatIsNotThereIsForAPersonToLookAt() {
        say(confirmed(anna, 0, 0, 99_999));

        DeadLetters letters = new DeadLetters(world.database, world.messages.outbox());
        Wait.until("it is a dead letter", World.SOON, () -> !letters.unhandled(10).isEmpty());
        assertThat(owner(0)).isNull();
    }

    /**
     * Histories in which each seat has one owner at a time, told in any order, some of it twice.
     */
    @Test
    void whateverTheOrderTheResultIsTheSame() {
        long seed = new Random().nextLong();
        System.out.println("reordered messages, seed " + seed);
        Random random = new Random(seed);
        List<Object> told = new ArrayList<>();
        Map<Integer, @Nullable UUID> owners = new HashMap<>();
        for (int minute = 0; minute < 60; minute++) {
            int seat = random.nextInt(5);
            @Nullable UUID owner = owners.get(seat);
            if (owner == null) {
                UUID next = UUID.randomUUID();
                owners.put(seat, next);
                told.add(confirmed(next, minute, seat));
            } else {
                owners.put(seat, null);
                told.add(cancelled(owner, minute, seat));
            }
        }
        List<Object> order = new ArrayList<>(told);
        order.addAll(told.subList(0, 20));
        Collections.shuffle(order, random);

        order.forEach(this::say);

        awaitQuiet();
        for (int seat = 0; seat < 5; seat++) {
            assertThat(owner(seat)).as("seat %d", seat).isEqualTo(owners.get(seat));
        }
    }

    @Test
    void aSaleThatWasNeverToldIsFoundByTheComparison() {
        say(sold(60, sale(anna, 0, 3), sale(anna, 0, 4)));

        awaitQuiet();
        assertThat(owner(3)).isEqualTo(anna);
        assertThat(owner(4)).isEqualTo(anna);
    }

    @Test
    void aCancellationThatWasNeverToldIsFoundByTheComparison() {
        say(confirmed(anna, 0, 0, 1));
        say(confirmed(bora, 1, 2));
        say(sold(60, sale(bora, 1, 2)));

        awaitQuiet();
        assertThat(owner(0)).isNull();
        assertThat(owner(1)).isNull();
        assertThat(owner(2)).isEqualTo(bora);
    }

    /** The list was read while the sale was being committed, and says nothing of it. */
    @Test
    void aComparisonDoesNotUndoASaleOfTheSameMoment() {
        say(confirmed(anna, 58, 0));
        say(sold(60));

        awaitQuiet();
        assertThat(owner(0)).isEqualTo(anna);
    }

    @Test
    void aComparisonDoesNotReviveWhatWasCancelledMeanwhile() {
        say(confirmed(anna, 0, 0));
        say(cancelled(anna, 61, 0));
        say(sold(60, sale(anna, 0, 0)));

        awaitQuiet();
        assertThat(owner(0)).isNull();
    }

    /** The same messages, with nothing kept but the seat's owner. */
    @Test
    void withoutTheFactsACancelledSeatWouldStaySold() {
        for (Object message : List.of(cancelled(anna, 1, 0), confirmed(anna, 0, 0))) {
            switch (message) {
                case ReservationConfirmed m ->
                        set("SOLD", m.reservationId(), "reservation_id is null");
                case ReservationCancelled m ->
                        set("AVAILABLE", null, "reservation_id = '" + m.reservationId() + "'");
                default -> throw new IllegalStateException();
            }
        }

        assertThat(owner(0)).isEqualTo(anna);
    }

    private void set(String status, @Nullable UUID owner, String where) {
        world.database
                .sql()
                .sql(
                        "update seats set status = ?, reservation_id = ?::uuid where id = ? and "
                                + where)
                .param(status)
                .param(owner == null ? null : owner.toString())
                .param(seats(0).getFirst())
                .update();
    }

    @Test
    void theDatabaseRefusesASoldSeatWithoutAnOwner() {
        assertThatThrownBy(() ->
                        world.database
                                .sql()
                                .sql("update seats set status = 'SOLD' where event_schedule_id = ?")
                                .param(schedule.id())
                                .update())
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    // ---- messages and seats

    private ReservationConfirmed confirmed(UUID reservation, int minute, Integer... ordinals) {
        return new ReservationConfirmed(
                reservation,
                "B-20261101-000001",
                reservation,
                schedule.id(),
                seats(ordinals),
                100,
                UUID.randomUUID(),
                NOON.plusSeconds(60L * minute),
                null,
                null,
                null,
                null,
                List.of());
    }

    private ReservationCancelled cancelled(UUID reservation, int minute, Integer... ordinals) {
        return new ReservationCancelled(
                reservation,
                reservation,
                schedule.id(),
                seats(ordinals),
                "CANCELLED_BY_FAN",
                true,
                NOON.plusSeconds(60L * minute));
    }

    private SeatsSold sold(int minute, SeatsSold.Sale... sales) {
        return new SeatsSold(
                schedule.id(),
                0,
                schedule.totalSeats(),
                NOON.plusSeconds(60L * minute),
                List.of(sales),
                null);
    }

    private static SeatsSold.Sale sale(UUID reservation, int minute, int ordinal) {
        return new SeatsSold.Sale(reservation, ordinal, NOON.plusSeconds(60L * minute));
    }

    private List<UUID> seats(Integer... ordinals) {
        SeatIds ids = SeatIds.of(schedule.id());
        return List.of(ordinals).stream().map(ids::seat).toList();
    }

    private void say(Object message) {
        switch (message) {
            case ReservationConfirmed m ->
                    world.publish(Topic.RESERVATION_EVENTS, m.reservationId().toString(), m);
            case ReservationCancelled m ->
                    world.publish(Topic.RESERVATION_EVENTS, m.reservationId().toString(), m);
            case SeatsSold m -> {
                awaitQuiet(); // another topic: what was said before has been heard
                world.publish(Topic.SEAT_SYNC, m.eventScheduleId().toString(), m);
            }
            default -> throw new IllegalArgumentException();
        }
    }

    /** Every message recorded so far has been handled, or is a dead letter. */
    private void awaitQuiet() {
        Wait.until(
                "all messages are handled",
                World.SOON,
                () ->
                        world.database
                                .sql()
                                .sql(
                                        """
                                        select not exists (
                                            select from common.outbox_events o
                                            where topic in (?, ?) and not exists (
                                                select from common.processed_events p
                                                where p.event_id = o.id and p.consumer_service = ?)
                                            and not exists (select from common.dlq_events d
                                                where d.event_id = o.id))
                                        """)
                                .params(Topic.RESERVATION_EVENTS, Topic.SEAT_SYNC, SoldSeats.GROUP)
                                .query(Boolean.class)
                                .single());
    }

    private void awaitOwner(int ordinal, UUID reservation) {
        Wait.until(
                "the seat is sold", World.SOON, () -> Objects.equals(owner(ordinal), reservation));
    }

    private @Nullable UUID owner(int ordinal) {
        return world.database
                .sql()
                .sql("select * from seats where id = ?")
                .param(SeatIds.of(schedule.id()).seat(ordinal))
                .query((row, n) -> {
                    @Nullable UUID owner = row.getObject("reservation_id", UUID.class);
                    assertThat(row.getString("status"))
                            .isEqualTo(owner == null ? "AVAILABLE" : "SOLD");
                    return java.util.Optional.ofNullable(owner);
                })
                .single()
                .orElse(null);
    }
}
