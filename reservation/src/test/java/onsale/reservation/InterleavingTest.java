package onsale.reservation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Status;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Any two things that can happen to one reservation, in both orders and at the same moment, each
 * once or twice: afterwards it is in a state that is allowed, and nobody else has lost anything.
 */
class InterleavingTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static final int STORIES_AT_ONCE = 4; // each in a show of its own
    private static Hall hall;

    /** What can happen to a reservation. */
    private enum Event {
        HOLD,
        CHANGE,
        RELEASE,
        EXPIRE,
        CHECK_OUT,
        ABANDON,
        PAID,
        CLOSED
    }

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    /** One fan's request for seats 0 and 1 of a show, and what came of it. */
    private static final class Story {
        final Fan fan = aFan();
        final Show show;
        final String key = UUID.randomUUID().toString();
        final UUID payment = UUID.randomUUID();

        Story(Show show) {
            this.show = show;
        }

        Optional<Reservation> row() {
            return hall.parts.reservations.findByRequest(fan.userId(), key);
        }

        void happen(Event event) {
            UUID user = fan.userId();
            Optional<Reservation> row = row();
            UUID id = row.map(Reservation::id).orElse(new UUID(0, 0));
            // A verdict can only be on an order that exists.
            Optional<UUID> order = row.filter(Reservation::isCheckedOut).map(Reservation::orderId);
            switch (event) {
                case HOLD -> hall.hold(fan, show, key, 0, 1);
                case CHANGE -> hall.changeSeats(user, id, List.of(show.seat(1), show.seat(2)));
                case RELEASE -> hall.parts.releaseHold.run(user, id);
                case EXPIRE -> {
                    hall.letTimeRunOut(id);
                    hall.sweep();
                }
                case CHECK_OUT -> hall.parts.checkOut.run(user, id);
                case ABANDON -> hall.parts.abandonCheckout.run(user, id);
                case PAID ->
                        order.ifPresent(
                                o -> hall.paid(id, o, payment, row.orElseThrow().totalWon()));
                case CLOSED -> order.ifPresent(o -> hall.closed(id, o));
            }
        }
    }

    /** How far the reservation is when the two things happen. */
    enum Start {
        NOTHING,
        HELD,
        CHECKED_OUT,
        SOLD
    }

    private static Story begin(Start start) {
        Story story = new Story(hall.open(aShow().withSeats(4)));
        if (start != Start.NOTHING) {
            story.happen(Event.HOLD);
        }
        if (start == Start.CHECKED_OUT || start == Start.SOLD) {
            story.happen(Event.CHECK_OUT);
        }
        if (start == Start.SOLD) {
            story.happen(Event.PAID);
        }
        return story;
    }

    @Test
    void twoThingsInEveryOrderOnceOrTwice() throws Exception {
        List<Callable<Void>> cases = new ArrayList<>();
        for (Start start : Start.values()) {
            for (Event first : Event.values()) {
                for (Event second : Event.values()) {
                    for (int repeats = 0; repeats < 4; repeats++) {
                        int times = repeats;
                        cases.add(() -> {
                            inOrder(start, first, second, times);
                            return null;
                        });
                    }
                }
            }
        }
        System.out.println("cases: " + cases.size());
        try (var sideBySide = Executors.newFixedThreadPool(STORIES_AT_ONCE)) {
            for (Future<Void> done : sideBySide.invokeAll(cases)) {
                done.get();
            }
        }
        Checker.check(hall.database);
    }

    private static void inOrder(Start start, Event first, Event second, int repeats) {
        Story story = begin(start);
        story.happen(first);
        if ((repeats & 1) != 0) {
            story.happen(first);
        }
        story.happen(second);
        if ((repeats & 2) != 0) {
            story.happen(second);
        }
        assertAllowed(story, start + " " + first + " " + second + " " + repeats);
    }

    @ParameterizedTest
    @EnumSource
    void twoThingsAtTheSameMoment(Start start) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Event first : Event.values()) {
                for (Event second : Event.values()) {
                    Story story = begin(start);
                    CyclicBarrier together = new CyclicBarrier(2);
                    List<Future<?>> both = new ArrayList<>();
                    for (Event event : List.of(first, second)) {
                        both.add(
                                threads.submit(() -> {
                                    together.await();
                                    story.happen(event);
                                    return null;
                                }));
                    }
                    for (Future<?> done : both) {
                        done.get();
                    }
                    hall.sweep(); // one that passed over a locked row comes again
                    assertAllowed(story, start + " " + first + " with " + second);
                }
            }
        }
        Checker.check(hall.database);
    }

    private static void assertAllowed(Story story, String what) {
        Optional<Reservation> found = story.row();
        if (found.isEmpty()) {
            return;
        }
        Reservation row = found.get();
        hall.parts.mendGate.run(story.show.id());
        Set<Integer> atTheGate = new TreeSet<>();
        hall.parts
                .gate
                .all(story.show.id())
                .orElseThrow()
                .entries()
                .forEach(entry -> atTheGate.add(entry.ordinal()));
        if (row.status() == Status.CANCELLED) {
            assertThat(row.activeOrdinals()).as(what).isEmpty();
            // All seats can be sold to somebody else.
            assertThat(hall.hold(aFan(), story.show, 0, 1, 2))
                    .as(what)
                    .isInstanceOf(HoldSeats.Outcome.Held.class);
        } else {
            assertThat(row.activeOrdinals()).as(what).isIn(List.of(0, 1), List.of(1, 2));
            assertThat(atTheGate).as(what).containsExactlyElementsOf(row.activeOrdinals());
            if (row.status() == Status.PENDING && row.expired()) {
                assertThat(row.isCheckedOut()).as(what).isTrue();
            }
        }
    }
}
