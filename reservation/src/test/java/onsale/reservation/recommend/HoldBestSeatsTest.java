package onsale.reservation.recommend;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.recommend.HoldBestSeats.Outcome;
import onsale.reservation.recommend.RecommendSeats.Wish;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HoldBestSeatsTest {

    private static final Wish ONE = new Wish(Wish.ANY_GRADE, 1, Preference.CENTRE);

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private static HoldBestSeats holdBestSeats;
    private static SeatingPlans plans;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
        holdBestSeats = new HoldBestSeats(hall.parts.holdSeats, hall.parts.reservations);
        plans = new SeatingPlans(hall.database);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    private static HoldRequest request(Fan fan, Show show, String key) {
        return new HoldRequest(
                fan.userId(), fan.personId(), show.id(), List.of(), Map.of(), key, null);
    }

    /** With a map on which every seat is free, as old as it can be. */
    private static Outcome run(HoldRequest request, Show show) {
        return holdBestSeats.run(
                request, hall.schedule(show), plans.of(hall.schedule(show)), _ -> true, ONE);
    }

    @Test
    void theNextProposalIsHeldWhenOthersHaveTheFirst() {
        Show show = hall.open(aShow().withSeats(20));
        Fan first = aFan();
        Fan second = aFan();

        Outcome one = run(request(first, show, "a"), show);
        Outcome two = run(request(second, show, "b"), show);

        assertThat(one).isInstanceOf(Outcome.Done.class);
        assertThat(two).isInstanceOf(Outcome.Done.class);
        assertThat(seat(one)).isNotEqualTo(seat(two));
    }

    @Test
    void theSameRequestFindsItsSeatsAgain() {
        Show show = hall.open(aShow().withSeats(20));
        HoldRequest request = request(aFan(), show, "again");

        Outcome first = run(request, show);
        Outcome again = run(request, show);

        assertThat(seat(again)).isEqualTo(seat(first));
    }

    @Test
    void aCrowdGetsEachSeatOnce() throws Exception {
        Show show = hall.open(aShow().withSeats(10));
        Set<UUID> held = new HashSet<>();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Outcome>> fans =
                    IntStream.range(0, 30)
                            .<Callable<Outcome>>mapToObj(
                                    i -> () -> run(request(aFan(), show, "fan " + i), show))
                            .toList();
            for (Future<Outcome> one : threads.invokeAll(fans)) {
                switch (one.get()) {
                    case Outcome.Done done -> assertThat(held.add(seat(done))).isTrue();
                    case Outcome.NotHeld(var why) ->
                            assertThat(why)
                                    .isInstanceOfAny(
                                            HoldSeats.Outcome.Taken.class,
                                            HoldSeats.Outcome.NotNow.class);
                    case Outcome.NoneLeft _ -> {}
                }
            }
        }
        assertThat(held).isNotEmpty();
    }

    private static UUID seat(Outcome outcome) {
        return ((Outcome.Done) outcome).held().seats().getFirst().seatId();
    }
}
