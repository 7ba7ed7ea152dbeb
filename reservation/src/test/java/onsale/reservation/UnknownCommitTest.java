package onsale.reservation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Status;
import onsale.reservation.checkout.CheckOut;
import onsale.reservation.hold.ChangeSeats;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.ReleaseHold;
import onsale.testkit.FaultProxy;
import onsale.testkit.FaultProxy.Fault;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Every request of a fan with the Nth call to PostgreSQL failing – before its effect, after it, or
 * hanging – for every N until there is no Nth call any more. The fan sends the same request again
 * and has what was asked for, once; whatever was not known meanwhile, nobody else got the seats.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnknownCommitTest {

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();

    private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(30);
    private static final int CALLS_MAX = 100;

    private final FaultProxy proxy = new FaultProxy();
    private Hall unharmed;
    private Database database;
    private Hall hall;

    @BeforeAll
    void open() {
        for (String name : List.of("com.zaxxer.hikari", "org.springframework", "onsale")) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(Level.OFF); // broken calls, as asked
        }
        unharmed = new Hall(stores);
        proxy.forwardTo(stores.postgres().port());
        database = Proxied.open(stores, proxy);
        hall = new Hall(database, stores, stores.redisConnection());
    }

    @AfterAll
    void close() {
        hall.close();
        unharmed.close();
        database.close();
        proxy.close();
        for (String name : List.of("com.zaxxer.hikari", "org.springframework")) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(null); // as all
        }
        ((Logger) LoggerFactory.getLogger("onsale")).setLevel(Level.INFO);
    }

    enum Request {
        HOLD,
        CHANGE,
        CHECK_OUT,
        RELEASE
    }

    /** A fan with a request for seats 0 and 1 of a show of their own. */
    private final class Story {
        final Fan fan = aFan();
        final Show show = unharmed.open(aShow().withSeats(4));
        final String key = UUID.randomUUID().toString();
        final Request request;
        UUID id = new UUID(0, 0);

        Story(Request request) {
            this.request = request;
            if (request != Request.HOLD) {
                id = Hall.id(unharmed.hold(fan, show, key, 0, 1));
            }
            hall.schedule(show); // known already, as in a sale
        }

        /** Whether the fan was told that it is done. */
        boolean send() {
            try {
                return switch (request) {
                    case HOLD ->
                            hall.hold(fan, show, key, 0, 1) instanceof HoldSeats.Outcome.Held held
                                    && held.seats().size() == 2;
                    case CHANGE ->
                            hall.changeSeats(fan.userId(), id, List.of(show.seat(1), show.seat(2)))
                                    instanceof ChangeSeats.Outcome.Changed;
                    case CHECK_OUT ->
                            hall.parts.checkOut.run(fan.userId(), id)
                                    instanceof CheckOut.Outcome.CheckedOut;
                    case RELEASE ->
                            hall.parts.releaseHold.run(fan.userId(), id)
                                    instanceof ReleaseHold.Outcome.Released;
                };
            } catch (RuntimeException e) {
                return false; // an outage, as far as the fan can see
            }
        }

        void assertDone(String what) {
            Reservation row =
                    unharmed.parts.reservations.findByRequest(fan.userId(), key).orElseThrow();
            List<Integer> seats =
                    switch (request) {
                        case HOLD, CHECK_OUT -> List.of(0, 1);
                        case CHANGE -> List.of(1, 2);
                        case RELEASE -> List.<Integer>of();
                    };
            assertThat(row.activeOrdinals()).as(what).isEqualTo(seats);
            assertThat(row.isCheckedOut()).as(what).isEqualTo(request == Request.CHECK_OUT);
            assertThat(row.status())
                    .as(what)
                    .isEqualTo(request == Request.RELEASE ? Status.CANCELLED : Status.PENDING);
            for (int seat : seats) {
                assertThat(unharmed.hold(aFan(), show, seat))
                        .as(what)
                        .isInstanceOf(HoldSeats.Outcome.Taken.class);
            }
            List<String> told = unharmed.told(row.id());
            switch (request) {
                case HOLD, CHECK_OUT ->
                        assertThat(told).as(what).containsExactly("ReservationHeld");
                case RELEASE ->
                        assertThat(told)
                                .as(what)
                                .containsExactly("ReservationHeld", "ReservationCancelled");
                case CHANGE -> assertThat(told).as(what).containsOnly("ReservationHeld");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyBrokenCallOf(Request request) {
        walk(request, List.of(Fault.BEFORE_THE_EFFECT, Fault.AFTER_THE_EFFECT));
    }

    @Test
    void everyHangingCallOfAHold() {
        walk(Request.HOLD, List.of(Fault.HANGING));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void everyHangingCallOf(Request request) {
        walk(request, List.of(Fault.HANGING));
    }

    private void walk(Request request, List<Fault> faults) {
        List<String> counts = new ArrayList<>();
        for (Fault fault : faults) {
            int injected = 0;
            for (int nth = 1; nth <= CALLS_MAX; nth++) {
                String what = "%s, %s at call %d".formatted(request, fault, nth);
                Story story = new Story(request);
                proxy.arm(fault, nth);
                boolean first = story.send();
                boolean happened = proxy.disarm();
                Wait.until(what, RECOVERS_WITHIN, () -> first || story.send());
                story.assertDone(what);
                if (!happened) {
                    break;
                }
                injected++;
            }
            assertThat(injected).isBetween(1, CALLS_MAX - 1);
            counts.add(injected + " " + fault);
        }
        System.out.println("Faults injected into calls of " + request + ": " + counts);
        Checker.check(unharmed.database);
    }
}
