package onsale.reservation.hold;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.reservation.Checker;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Seat;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A hold is changed, released and extended. */
class ChangeHoldTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private final Fan ann = aFan();

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    private ChangeSeats.Outcome changeTo(Show show, UUID id, int... ordinals) {
        List<UUID> seats = Arrays.stream(ordinals).mapToObj(show::seat).toList();
        return hall.changeSeats(ann.userId(), id, seats);
    }

    @Test
    void otherSeatsReplaceTheOldOnes() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0, 1, 2);

        ChangeSeats.Outcome outcome = changeTo(show, id, 2, 3);

        Reservation after = ((ChangeSeats.Outcome.Changed) outcome).reservation();
        assertThat(after.activeOrdinals()).containsExactly(2, 3);
        assertThat(after.totalWon()).isEqualTo(2 * Hall.PRICE);
        assertThat(after.counted()).isEqualTo(2);
        assertThat(hall.held(aFan(), show, 0, 1)).isNotNull();
        assertThat(hall.hold(aFan(), show, 3)).isInstanceOf(HoldSeats.Outcome.Taken.class);
    }

    @Test
    void whoWantsATakenSeatKeepsTheOwn() {
        for (Show show : List.of(hall.open(aShow()), hall.put(aShow()))) {
            UUID id = hall.held(ann, show, 0);
            hall.held(aFan(), show, 1);

            ChangeSeats.Outcome outcome = changeTo(show, id, 1, 2);

            assertThat(outcome).isEqualTo(new ChangeSeats.Outcome.Taken(List.of(show.seat(1))));
            assertThat(hall.reservation(id).activeOrdinals()).containsExactly(0);
            assertThat(hall.held(aFan(), show, 2)).isNotNull();
        }
    }

    @Test
    void theLimitHoldsForChangesToo() {
        Show show = hall.open(aShow().perPerson(2));
        UUID id = hall.held(ann, show, 0, 1);

        assertThat(changeTo(show, id, 0, 1, 2)).isEqualTo(new ChangeSeats.Outcome.OverLimit(2));
        assertThat(hall.reservation(id).activeOrdinals()).containsExactly(0, 1);
        assertThat(hall.held(aFan(), show, 2)).isNotNull();
    }

    @Test
    void standingZonesAreTreatedAsAHoldTreatsThem() {
        for (boolean gateIsOpen : List.of(true, false)) {
            Show show = aShow().withSeats(4).withStanding(3);
            hall.put(show);
            if (gateIsOpen) {
                hall.parts.reconcileGates.rebuild(hall.schedule(show));
            }
            UUID id = hall.held(ann, show, 0);

            Reservation more = changed(id, show, List.of(), 2);
            Reservation again = changed(id, show, List.of(), 2);
            Reservation mixed = changed(id, show, List.of(show.seat(1)), 1);

            assertThat(more.activeSeats())
                    .extracting(Seat::zone)
                    .containsOnly(Hall.ZONE)
                    .hasSize(2);
            assertThat(again.activeOrdinals()).isEqualTo(more.activeOrdinals());
            assertThat(mixed.activeOrdinals()).contains(1).hasSize(2);
            assertThat(more.activeOrdinals()).containsAll(mixed.activeOrdinals().subList(1, 2));
            assertThat(zones(id, List.of(), Map.of(Hall.ZONE, 4)))
                    .isEqualTo(new ChangeSeats.Outcome.ZoneFull(Hall.ZONE));
            assertThat(zones(id, List.of(), Map.of("nowhere", 1)))
                    .isEqualTo(new ChangeSeats.Outcome.NoSuchSeats(List.of(), List.of("nowhere")));
            assertThat(zones(id, List.of(show.seat(5)), Map.of())) // a seat of the zone
                    .isEqualTo(
                            new ChangeSeats.Outcome.NoSuchSeats(List.of(show.seat(5)), List.of()));
            assertThat(hall.reservation(id).activeOrdinals()).isEqualTo(mixed.activeOrdinals());
            Checker.check(hall.database);
        }
    }

    private Reservation changed(UUID id, Show show, List<UUID> seats, int ofZone) {
        return ((ChangeSeats.Outcome.Changed) zones(id, seats, Map.of(Hall.ZONE, ofZone)))
                .reservation();
    }

    private ChangeSeats.Outcome zones(UUID id, List<UUID> seats, Map<String, Integer> zones) {
        return hall.parts.changeSeats.run(ann.userId(), id, seats, zones);
    }

    @Test
    void releasedSeatsAreFreeAtOnce() {
        Show show = hall.open(aShow().perPerson(1));
        UUID id = hall.held(ann, show, 0);

        assertThat(hall.parts.releaseHold.run(ann.userId(), id))
                .isInstanceOf(ReleaseHold.Outcome.Released.class);

        assertThat(hall.held(aFan(), show, 0)).isNotNull();
        assertThat(hall.held(ann, show, 1)).isNotNull();
        assertThat(hall.told(id)).containsExactly("ReservationHeld", "ReservationCancelled");
        assertThat(hall.parts.releaseHold.run(ann.userId(), id))
                .isInstanceOf(ReleaseHold.Outcome.Released.class);
        assertThat(hall.told(id)).hasSize(2);
    }

    @Test
    void aHoldIsExtendedOnceAndOnlyByItsFan() {
        Show show = hall.open(aShow());
        UUID id = hall.held(ann, show, 0);
        var before = hall.reservation(id).holdExpiresAt();

        assertThat(hall.parts.extendHold.run(aFan().userId(), id))
                .isInstanceOf(ExtendHold.Outcome.NotFound.class);
        assertThat(hall.parts.extendHold.run(ann.userId(), id))
                .isInstanceOf(ExtendHold.Outcome.Extended.class);
        assertThat(hall.parts.extendHold.run(ann.userId(), id))
                .isInstanceOf(ExtendHold.Outcome.NoMoreExtensions.class);
        assertThat(hall.reservation(id).holdExpiresAt())
                .isEqualTo(before.plus(ExtendHold.EXTENSION));
    }
}
