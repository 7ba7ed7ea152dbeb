package onsale.reservation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.contracts.ReservationHeld;
import onsale.contracts.Topic;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.embedded.Trees;
import onsale.platform.messaging.Outgoing;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.Reservation.Kind;
import onsale.reservation.allocation.AllocateSeats;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.SeatGate.TakeOutcome;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats.Outcome;
import onsale.reservation.hold.HoldStore;
import onsale.reservation.inventory.Schedule;
import onsale.testkit.FaultProxy;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataIntegrityViolationException;

/** Canaries: without each guard of a seat, the harm that it prevents happens. */
class GuardsTest {

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();
    private static Hall hall;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    private static void execute(String sql) {
        hall.database.sql().sql(sql).update();
    }

    @Test
    void withoutTheUniqueIndexASeatHasTwoOwners() throws Exception {
        execute("drop index uq_reservation_seats_active");
        Show show = hall.put(aShow());
        List<Callable<Object>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(() -> hall.hold(aFan(), show, 7));
            all.add(() -> hall.parts.allocateSeats.run(forTheHouse(show, 7)));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(all);
        }

        assertThat(Checker.findings(hall.database)).containsKey("seat_with_two_owners.sql");

        execute("truncate reservations, person_seats cascade");
        execute(
                """
                create unique index uq_reservation_seats_active
                on reservation_seats (schedule_id, ordinal) where active
                """);
    }

    private static AllocateSeats.Request forTheHouse(Show show, int ordinal) {
        Actor admin = new Actor(UUID.randomUUID(), Set.of(CurrentUser.ADMIN), "test", "");
        return new AllocateSeats.Request(
                admin, show.id(), Kind.HOUSE, "", List.of(show.seat(ordinal)), "" + admin.userId());
    }

    /**
     * The connection breaks after the commit: the node cannot know, and undoing would be a guess.
     */
    @Test
    void whoUndoesWhatIsUnknownOpensTheGateToASeatThatIsHeld() {
        Show show = hall.open(aShow());
        Schedule schedule = hall.schedule(show);
        Fan ann = aFan();
        try (FaultProxy proxy = new FaultProxy().forwardTo(stores.postgres().port());
                Database cut = Proxied.open(stores, proxy)) {
            for (boolean naive : List.of(false, true)) {
                int seat = naive ? 1 : 0;
                String key = "key " + seat;
                SeatHolder holder = SeatHolder.of(ann.userId(), key);
                hall.parts.gate.take(schedule, holder, List.of(seat), Map.of());
                proxy.arm(FaultProxy.Fault.AFTER_THE_EFFECT, 1);
                HoldStore.Result result = hold(cut, schedule, ann, seat, key);
                assertThat(proxy.disarm()).isTrue();
                assertThat(result).isInstanceOf(HoldStore.Result.Unknown.class);
                Wait.until(
                        "it was committed all the same",
                        Duration.ofSeconds(5),
                        () -> !hall.parts.seats.taken(show.id(), List.of(seat)).isEmpty());
                if (naive) {
                    hall.parts.gate.release(schedule, holder, List.of(seat));
                }

                TakeOutcome others =
                        hall.parts.gate.take(
                                schedule,
                                SeatHolder.of(aFan().userId(), ""),
                                List.of(seat),
                                Map.of());

                assertThat(others)
                        .isEqualTo(
                                naive
                                        ? new TakeOutcome.Succeeded(List.of(seat))
                                        : new TakeOutcome.TakenByOthers(List.of(seat)));
            }
            assertThat(hall.hold(ann, show, "key 0", 0)).isInstanceOf(Outcome.Held.class);
        }
    }

    private static HoldStore.Result hold(
            Database database, Schedule schedule, Fan fan, int seat, String key) {
        UUID id = UUID.randomUUID();
        var message =
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        id.toString(),
                        new ReservationHeld(
                                id, fan.userId(), schedule.id(), List.of(), Hall.PRICE, 300));
        var request =
                new HoldRequest(
                        fan.userId(),
                        fan.personId(),
                        schedule.id(),
                        schedule.seats(List.of(seat)),
                        Map.of(),
                        key,
                        null);
        return new HoldStore(database, ZoneId.of("Asia/Seoul"))
                .hold(
                        new HoldStore.NewHold(
                                id,
                                request,
                                schedule,
                                List.of(seat),
                                hall.parts.outbox.statement(message)));
    }

    @Test
    void withoutTheIncarnationTheGateHandsOutSoldSeatsAfterALoss() throws Exception {
        Show show = hall.open(aShow());
        Path old = Files.createTempDirectory("onsale-old-redis-");
        Trees.copy(stores.redis().data(), old.resolve("data"));
        Fan ann = aFan();
        UUID id = hall.held(ann, show, 3);
        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), Hall.PRICE);
        assertThat(take(show)).isInstanceOf(TakeOutcome.TakenByOthers.class);
        assertThat(takeUnguarded(show)).isEqualTo("TAKEN");

        OwnRedis.restartFrom(stores.redis(), old.resolve("data"));
        Trees.delete(old);
        Wait.until(
                "the old data answers",
                Duration.ofSeconds(10),
                () ->
                        hall.parts.gate.incarnation().state(show.id().toString())
                                == Incarnation.State.LOST);
        assertThat(take(show)).isInstanceOf(TakeOutcome.Unavailable.class);
        assertThat(takeUnguarded(show)).isEqualTo("HELD");
        assertThat(hall.hold(aFan(), show, 3)).isInstanceOf(Outcome.Taken.class);

        hall.parts.reconcileGates.rebuild(hall.schedule(show));
        assertThat(takeUnguarded(show)).isEqualTo("TAKEN");

        stores.redis().flushAll();
        assertThat(take(show)).isInstanceOf(TakeOutcome.Unavailable.class);
        assertThat(takeUnguarded(show)).isEqualTo("HELD");
        assertThat(hall.hold(aFan(), show, 3)).isInstanceOf(Outcome.Taken.class);
    }

    private static TakeOutcome take(Show show) {
        return hall.parts.gate.take(
                hall.schedule(show), SeatHolder.of(aFan().userId(), ""), List.of(3), Map.of());
    }

    private static String takeUnguarded(Show show) {
        LuaScript script = LuaScript.unguarded(SeatGate.class, "hold.lua");
        LuaReply reply =
                new Lua(stores.redisConnection())
                        .run(
                                script,
                                hall.parts.gate.keys(show.id()),
                                List.of("somebody", "10000", "1", "3"));
        return ((LuaReply.Values) reply).text(0);
    }

    /** What a sweeper would do that does not look at orders, and what keeps it from doing so. */
    @Test
    void onlyAVerdictFreesSeatsWhoseOrderIsOpen() {
        Show show = hall.open(aShow());
        Fan ann = aFan();
        UUID id = hall.held(ann, show, 0);
        hall.checkedOut(ann, id);
        hall.letTimeRunOut(id);

        assertThatThrownBy(() -> sweepWithoutRegardToOrders(id))
                .isInstanceOf(DataIntegrityViolationException.class)
                .hasMessageContaining("ck_reservations_verdict");
        assertThat(hall.parts.seats.taken(show.id(), List.of(0))).isNotEmpty();

        execute("alter table reservations drop constraint ck_reservations_verdict");
        sweepWithoutRegardToOrders(id);

        assertThat(Checker.findings(hall.database)).containsKey("freed_without_verdict.sql");
        assertThat(hall.held(aFan(), show, 0)).as("and somebody else has it").isNotNull();
    }

    private static void sweepWithoutRegardToOrders(UUID id) {
        Reservation over = hall.reservation(id);
        hall.database.inTransaction(
                () -> hall.parts.endReservations.cancel(over, Reservation.Reason.EXPIRED));
        hall.parts.tellGate.released(over);
    }
}
