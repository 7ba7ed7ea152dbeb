package onsale.reservation.allocation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import onsale.contracts.ScheduleCancelled;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.reservation.Checker;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Kind;
import onsale.reservation.Reservation.Status;
import onsale.reservation.SeatHolder;
import onsale.reservation.allocation.AllocateSeats.Outcome;
import onsale.reservation.gate.SeatGate.TakeOutcome;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seats of organisers and seats of fans: each seat has one owner, and the gate knows. */
class AllocationTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Actor ORGANISER =
            new Actor(UUID.randomUUID(), Set.of(CurrentUser.ORGANISER), "test", "");

    @SuppressWarnings("NullAway.Init")
    private static Hall hall;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        Checker.check(hall.database);
        hall.close();
    }

    /** On sale, and the organiser's. */
    private static Show ownShow() {
        Show show = hall.open(aShow());
        own(show);
        return show;
    }

    private static void own(Show show) {
        hall.database
                .sql()
                .sql("update schedules set owner_id = ? where id = ?")
                .params(ORGANISER.userId(), show.id())
                .update();
    }

    private static Outcome allocate(Show show, Kind kind, String key, int... ordinals) {
        return hall.parts.allocateSeats.run(
                new AllocateSeats.Request(
                        ORGANISER,
                        show.id(),
                        kind,
                        "for the house",
                        IntStream.of(ordinals).mapToObj(show::seat).toList(),
                        key));
    }

    private static Reservation allocated(Show show, Kind kind, int... ordinals) {
        Outcome outcome = allocate(show, kind, UUID.randomUUID().toString(), ordinals);
        assertThat(outcome).isInstanceOf(Outcome.Allocated.class);
        return ((Outcome.Allocated) outcome).allocation();
    }

    private static TakeOutcome atTheGate(Show show, int ordinal) {
        return hall.parts.gate.take(
                hall.schedule(show),
                SeatHolder.of(UUID.randomUUID(), "somebody"),
                List.of(ordinal),
                Map.of());
    }

    @Test
    void anAllocatedSeatIsNoFansAndTheGateSaysSo() {
        Show show = ownShow();

        Reservation made = allocated(show, Kind.HOUSE, 3, 4);

        assertThat(made.totalWon()).isZero();
        assertThat(hall.hold(aFan(), show, 4)).isInstanceOf(HoldSeats.Outcome.Taken.class);
        assertThat(atTheGate(show, 3)).isEqualTo(new TakeOutcome.TakenByOthers(List.of(3)));
        assertThat(hall.told(made.id())).containsExactly("ReservationConfirmed");
        assertThat(hall.parts.tickets.valid(made.id())).isEmpty();
    }

    /**
     * The canary: PostgreSQL still says no, but every attempt of the crowd would cost a
     * transaction.
     */
    @Test
    void withoutTellingTheGateItWouldLetTheCrowdThrough() {
        Show show = ownShow();
        Reservation made = allocated(show, Kind.HOUSE, 3);
        hall.parts.gate.release(hall.schedule(show), made.holder(), List.of(3));

        TakeOutcome outcome = atTheGate(show, 3);

        assertThat(outcome).isInstanceOf(TakeOutcome.Succeeded.class);
        assertThat(hall.parts.seats.taken(show.id(), List.of(3))).containsExactly(3);
    }

    @Test
    void aSeatThatAFanHasIsNotAllocatedAndNoneOfTheOthersEither() {
        Show show = ownShow();
        hall.held(aFan(), show, 7);

        assertThat(allocate(show, Kind.SPONSOR, "key " + show.id(), 6, 7))
                .isEqualTo(new Outcome.Taken(List.of(show.seat(7))));
        assertThat(hall.hold(aFan(), show, 6)).isInstanceOf(HoldSeats.Outcome.Held.class);
    }

    @Test
    void aHoldThatIsOverGivesWay() {
        Show show = ownShow();
        UUID held = hall.held(aFan(), show, 7);
        hall.letTimeRunOut(held);
        hall.parts.gate.release(hall.schedule(show), hall.reservation(held).holder(), List.of(7));

        assertThat(allocated(show, Kind.CAMERA, 7).activeOrdinals()).containsExactly(7);
        hall.sweep();
        assertThat(hall.reservation(held).status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    void seatsAreAllocatedBeforeTheSaleOpens() {
        Show show = hall.put(aShow().opening(Instant.now().plus(Duration.ofDays(3))));
        own(show);

        assertThat(allocated(show, Kind.CAMERA, 0, 1, 2).activeSeats()).hasSize(3);
    }

    @Test
    void theSameRequestTwiceIsOneAllocationAndAnotherUnderItsKeyIsRefused() {
        Show show = ownShow();
        String key = "key " + show.id();

        Outcome first = allocate(show, Kind.HOUSE, key, 1);
        Outcome again = allocate(show, Kind.HOUSE, key, 1);

        assertThat(first).isInstanceOf(Outcome.Allocated.class);
        assertThat(((Outcome.Allocated) again).allocation().id())
                .isEqualTo(((Outcome.Allocated) first).allocation().id());
        assertThat(allocate(show, Kind.HOUSE, key, 2)).isEqualTo(new Outcome.KeyReused());
        assertThat(hall.hold(aFan(), show, 2)).isInstanceOf(HoldSeats.Outcome.Held.class);
    }

    @Test
    void organisersAndFansWhoRaceForSeatsNeverShareOne() throws Exception {
        Show show = ownShow();
        List<Callable<Object>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int seat = i % 6;
            all.add(
                    i % 2 == 0
                            ? () -> hall.hold(aFan(), show, seat)
                            : () ->
                                    allocate(
                                            show,
                                            Kind.HOUSE,
                                            UUID.randomUUID().toString(),
                                            seat,
                                            seat + 6));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(all);
        }

        List<Integer> owned =
                hall.database
                        .sql()
                        .sql(
                                "select ordinal from reservation_seats where schedule_id = ? and active")
                        .param(show.id())
                        .query(Integer.class)
                        .list();
        assertThat(owned).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void releasedSeatsAreForFansAgainAndTheOthersStay() {
        Show show = ownShow();
        Reservation made = allocated(show, Kind.SPONSOR, 8, 9);

        assertThat(release(show, made, show.seat(8)))
                .isInstanceOf(ReleaseSeats.Outcome.Released.class);
        assertThat(release(show, made, show.seat(8)))
                .isInstanceOf(ReleaseSeats.Outcome.Released.class);

        assertThat(hall.hold(aFan(), show, 8)).isInstanceOf(HoldSeats.Outcome.Held.class);
        assertThat(hall.hold(aFan(), show, 9)).isInstanceOf(HoldSeats.Outcome.Taken.class);
        assertThat(release(show, made)).isInstanceOf(ReleaseSeats.Outcome.Released.class);
        assertThat(hall.hold(aFan(), show, 9)).isInstanceOf(HoldSeats.Outcome.Held.class);
        assertThat(hall.reservation(made.id()).status()).isEqualTo(Status.CANCELLED);
        assertThat(hall.told(made.id()))
                .containsExactly(
                        "ReservationConfirmed", "ReservationCancelled", "ReservationCancelled");
    }

    private static ReleaseSeats.Outcome release(Show show, Reservation made, UUID... seats) {
        return hall.parts.releaseSeats.run(ORGANISER, show.id(), made.id(), List.of(seats));
    }

    @Test
    void complimentarySeatsHaveTicketsUntilTheShowIsCancelledAndNoMoneyGoesAnywhere() {
        Show show = ownShow();
        Reservation invited = allocated(show, Kind.COMPLIMENTARY, 10, 11);
        Reservation house = allocated(show, Kind.HOUSE, 12);
        assertThat(hall.parts.tickets.valid(invited.id())).hasSize(2);
        assertThat(hall.cancel(ORGANISER.userId(), invited.id()))
                .as("nothing was paid that could be given back")
                .isNotInstanceOf(
                        onsale.reservation.cancel.CancelReservation.Outcome.Cancelled.class);

        hall.database.inTransaction(() ->
                hall.parts.receiveInventory.cancelled(
                        new ScheduleCancelled(
                                show.id(), UUID.randomUUID(), "rain", Instant.now())));
        hall.sweep();

        assertThat(hall.parts.tickets.valid(invited.id())).isEmpty();
        assertThat(hall.reservation(invited.id()).cancelReason()).isEqualTo("SHOW_CANCELLED");
        assertThat(hall.reservation(house.id()).status()).isEqualTo(Status.CANCELLED);
        assertThat(hall.told(invited.id())).doesNotContain("RefundOrder");
        assertThat(allocate(show, Kind.HOUSE, "late " + show.id(), 13))
                .isEqualTo(new Outcome.Over());
    }

    @Test
    void anotherOrganisersShowDoesNotExist() {
        Show show = ownShow();
        Reservation made = allocated(show, Kind.HOUSE, 0);
        Actor stranger = new Actor(UUID.randomUUID(), Set.of(CurrentUser.ORGANISER), "test", "");
        Actor admin = new Actor(UUID.randomUUID(), Set.of(CurrentUser.ADMIN), "test", "");

        AllocateSeats.Request request =
                new AllocateSeats.Request(
                        stranger, show.id(), Kind.HOUSE, "", List.of(show.seat(5)), "x");
        assertThat(hall.parts.allocateSeats.run(request)).isEqualTo(new Outcome.NoSchedule());
        assertThat(hall.parts.releaseSeats.run(stranger, show.id(), made.id(), List.of()))
                .isInstanceOf(ReleaseSeats.Outcome.NotFound.class);
        // the canary: an administrator gets through
        assertThat(hall.parts.releaseSeats.run(admin, show.id(), made.id(), List.of()))
                .isInstanceOf(ReleaseSeats.Outcome.Released.class);
    }

    @Test
    void aFansOwnBookingCannotBeReleasedByTheOrganiser() {
        Show show = ownShow();
        Fan fan = aFan();
        UUID held = hall.held(fan, show, 5);
        UUID order = hall.checkedOut(fan, held);
        hall.paid(held, order, UUID.randomUUID(), Hall.PRICE);

        assertThat(hall.parts.releaseSeats.run(ORGANISER, show.id(), held, List.of()))
                .isInstanceOf(ReleaseSeats.Outcome.NotFound.class);
        assertThat(hall.reservation(held).status()).isEqualTo(Status.CONFIRMED);
    }
}
