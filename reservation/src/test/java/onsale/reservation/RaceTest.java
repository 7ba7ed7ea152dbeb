package onsale.reservation;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import onsale.platform.embedded.Trees;
import onsale.reservation.Hall.Show;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Three nodes, 2,000 fans (240 in the short run), 60 seats and a standing zone of 12, holds of two
 * seconds; one node's clock is a minute wrong. Meanwhile nodes are killed and paused, Redis loses
 * its data in every way, PostgreSQL stops and crashes. Afterwards the tables are right, nobody was
 * told a lie, and the gate says what the rows say.
 */
class RaceTest {

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();

    private static final int SEATS = 60;
    private static final int STANDING = 12;
    private static final int HOLD_SECONDS = 2;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    /** Faults that are injected while fans hold and buy. */
    private enum Blow {
        REDIS_FLUSHED,
        REDIS_BACK_TO_OLD_DATA,
        REDIS_AWAY,
        REDIS_AND_A_NODE_PAUSED,
        POSTGRESQL_PAUSED,
        POSTGRESQL_CRASHED,
        A_NODE_KILLED
    }

    @Test
    void noSeatIsGivenTwiceWhateverFails() throws Exception {
        underFire(System.nanoTime(), 80, 1, 10);
    }

    @Test
    @Tag("long")
    void noSeatIsGivenTwiceWhateverFailsForLong() throws Exception {
        underFire(System.nanoTime(), 667, 4, 400);
    }

    private static void underFire(long seed, int fans, int rounds, int holdsBetween)
            throws Exception {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Hall hall = new Hall(stores);
        Show show =
                hall.open(aShow().withSeats(SEATS).withStanding(STANDING).heldFor(HOLD_SECONDS));
        List<SeatsProcess> nodes = new ArrayList<>();
        List<SeatsProcess> ended = new ArrayList<>();
        try (hall) {
            for (int i = 0; i < 3; i++) {
                nodes.add(node(show, fans, random, Duration.ofMinutes(i == 2 ? 1 : 0)));
            }
            awaitHolds(hall, holdsBetween);
            for (int round = 0; round < rounds; round++) {
                List<Blow> blows = new ArrayList<>(List.of(Blow.values()));
                Collections.shuffle(blows, random);
                for (Blow blow : blows) {
                    long start = System.nanoTime();
                    strike(blow, hall, show, fans, nodes, ended, random);
                    awaitHolds(hall, holdsBetween);
                    long millis = (System.nanoTime() - start) / 1_000_000;
                    System.out.printf("%s and %d holds later: %d ms%n", blow, holdsBetween, millis);
                }
            }
            assertThat(nodes).allMatch(SeatsProcess::isAlive);
            nodes.forEach(SeatsProcess::kill);
            ended.addAll(nodes);
            nodes.clear();

            settle(hall);
            Checker.check(hall.database);
            assertNobodyWasToldALie(ended);
            assertGateSaysWhatRowsSay(hall, show);
        } finally {
            nodes.forEach(SeatsProcess::close);
            ended.forEach(SeatsProcess::close);
        }
    }

    private static SeatsProcess node(Show show, int fans, Random random, Duration clockOff) {
        SeatsProcess node =
                SeatsProcess.start(stores, show.id(), SEATS, fans, random.nextLong(), clockOff);
        // A node that starts while PostgreSQL is away fails to start, which another test covers.
        Wait.until("the node's fans are answered", LONG_ENOUGH, () -> Files.size(node.log) > 0);
        return node;
    }

    private static void strike(
            Blow blow,
            Hall hall,
            Show show,
            int fans,
            List<SeatsProcess> nodes,
            List<SeatsProcess> ended,
            Random random)
            throws Exception {
        SeatsProcess victim = nodes.get(random.nextInt(nodes.size()));
        switch (blow) {
            case REDIS_FLUSHED -> stores.redis().flushAll();
            case REDIS_BACK_TO_OLD_DATA -> {
                Path copy = Files.createTempDirectory("onsale-old-redis-");
                Trees.copy(stores.redis().data(), copy.resolve("data"));
                awaitHolds(hall, 20);
                OwnRedis.restartFrom(stores.redis(), copy.resolve("data"));
                Trees.delete(copy);
            }
            case REDIS_AWAY -> {
                stores.redis().kill();
                awaitHolds(hall, 5);
                stores.redis().start();
            }
            case REDIS_AND_A_NODE_PAUSED -> {
                victim.pause();
                stores.redis().pause();
                pauseFor(Duration.ofSeconds(HOLD_SECONDS + 1));
                stores.redis().resume();
                victim.resume();
            }
            case POSTGRESQL_PAUSED -> {
                stores.postgres().pause();
                pauseFor(Duration.ofSeconds(HOLD_SECONDS + 1));
                stores.postgres().resume();
            }
            case POSTGRESQL_CRASHED -> {
                stores.postgres().kill();
                stores.postgres().start();
            }
            case A_NODE_KILLED -> {
                victim.kill();
                ended.add(victim);
                nodes.set(nodes.indexOf(victim), node(show, fans, random, Duration.ZERO));
            }
        }
    }

    private static void awaitHolds(Hall hall, int more) {
        long[] before = {-1};
        Wait.until(
                more + " more holds",
                LONG_ENOUGH,
                () -> {
                    long now =
                            hall.database
                                    .sql()
                                    .sql("select count(*) from reservations")
                                    .query(Long.class)
                                    .single();
                    before[0] = before[0] < 0 ? now : before[0];
                    return now >= before[0] + more;
                });
    }

    private static void pauseFor(Duration duration) {
        long until = System.nanoTime() + duration.toNanos();
        Wait.until("time has passed", LONG_ENOUGH, () -> System.nanoTime() - until >= 0);
    }

    /** What the killed nodes left unfinished is finished by time and by payment. */
    private static void settle(Hall hall) {
        Wait.until(
                "PostgreSQL has noticed that the nodes are gone",
                LONG_ENOUGH,
                () ->
                        hall.database
                                        .sql()
                                        .sql(
                                                """
                                                select count(*) from pg_stat_activity
                                                where usename = current_user
                                                  and pid <> pg_backend_pid() and state <> 'idle'
                                                """)
                                        .query(Long.class)
                                        .single()
                                == 0);
        hall.database
                .sql()
                .sql(
                        """
                        update reservations set hold_expires_at = now() - interval '1 ms'
                        where status = 'PENDING'
                        """)
                .update();
        hall.sweep();
        for (UUID id :
                hall.database
                        .sql()
                        .sql("select id from reservations where status = 'PENDING'")
                        .query(UUID.class)
                        .list()) {
            SeatsProcess.giveVerdict(hall, hall.reservation(id));
        }
        hall.sweep();
        assertThat(
                        hall.database
                                .sql()
                                .sql("select status, count(*) from reservations group by status")
                                .query((row, n) -> row.getString(1) + " " + row.getLong(2))
                                .list())
                .as("reservations")
                .noneMatch(status -> status.startsWith("PENDING"))
                .satisfies(statuses -> System.out.println("reservations " + statuses));
    }

    private static void assertNobodyWasToldALie(List<SeatsProcess> nodes) throws Exception {
        History history = History.of(nodes.stream().map(node -> node.log).toList());
        System.out.println("told " + history.counts());
        history.exceptions().forEach((type, example) -> System.out.println(type + ": " + example));
        assertThat(history.seatsWithTwoBelievers()).isEmpty();
        // Only what says that a server was away: a fan's request is never at fault.
        assertThat(history.exceptions().keySet())
                .allMatch(type ->
                        type.startsWith("org.springframework.dao.")
                                || type.startsWith("org.springframework.jdbc.")
                                || type.startsWith("org.springframework.transaction."))
                .noneMatch(type -> type.contains("BadSqlGrammar") || type.contains("Integrity"));
    }

    private static void assertGateSaysWhatRowsSay(Hall hall, Show show) {
        Wait.until(
                "the gate is open",
                LONG_ENOUGH,
                () -> {
                    hall.parts.reconcileGates.openAll(() -> true);
                    return hall.parts.gate.all(show.id()).isPresent();
                });
        Wait.until(
                "what killed nodes had taken at the gate has run out",
                SeatGate.TAKE_FOR.plusSeconds(5),
                () -> {
                    SeatGate.All all = hall.parts.gate.all(show.id()).orElseThrow();
                    long latest = all.nowMillis() + SeatGate.TAKE_FOR.toMillis();
                    return all.entries().stream()
                            .noneMatch(entry ->
                                    entry.untilMillis() > all.nowMillis()
                                            && entry.untilMillis() <= latest);
                });
        System.out.println("wrong at the gate: " + hall.parts.mendGate.run(show.id()));

        Map<Integer, String> rows = new TreeMap<>();
        hall.parts
                .seats
                .allTaken(show.id())
                .forEach(seat -> rows.put(seat.ordinal(), seat.sold() + " " + seat.holder()));
        Map<Integer, String> gate = new TreeMap<>();
        hall.parts
                .gate
                .all(show.id())
                .orElseThrow()
                .entries()
                .forEach(entry -> gate.put(entry.ordinal(), entry.isSold() + " " + entry.holder()));
        assertThat(gate).isEqualTo(rows);
        for (int seat = 0; seat < SEATS; seat++) {
            assertThat(hall.hold(aFan(), show, seat) instanceof HoldSeats.Outcome.Held)
                    .isEqualTo(!rows.containsKey(seat));
        }
        long standing = rows.keySet().stream().filter(ordinal -> ordinal >= SEATS).count();
        for (long place = standing; place <= STANDING; place++) {
            assertThat(stand(hall, show) instanceof HoldSeats.Outcome.Held)
                    .isEqualTo(place < STANDING);
        }
    }

    private static HoldSeats.Outcome stand(Hall hall, Show show) {
        return hall.hold(aFan(), show, "stand", List.of(), Map.of(Hall.ZONE, 1), null);
    }

    /** The canary: what this test looks for in the answers is found when it is there. */
    @Test
    void twoBelieversAreNoticed() {
        List<String> oneAfterTheOther =
                List.of(
                        "10 H a 1,2 50",
                        "20 E a",
                        "20 H b 2 60",
                        "60 O c 2",
                        "90 X c",
                        "95 H d 2 99");

        assertThat(new History(oneAfterTheOther).seatsWithTwoBelievers()).isEmpty();
        for (String lie : List.of("45 H e 2 47", "70 H e 2,3 80", "98 O e 2")) {
            List<String> told = new ArrayList<>(oneAfterTheOther);
            told.add(lie);
            assertThat(new History(told).seatsWithTwoBelievers()).as(lie).hasSize(1);
        }
    }
}
