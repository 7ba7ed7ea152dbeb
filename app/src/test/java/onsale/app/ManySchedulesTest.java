package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.UserModule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A platform with thousands of schedules on sale at once. The small cases are {@code ManySalesTest}
 * of the queue and {@code ManySchedulesTest} of reservation.
 */
@Tag("long")
@Tag("alone")
class ManySchedulesTest {

    private static final int SCHEDULES = 5_000;
    private static final int SEATS = 200;
    private static final Duration IDLE_FOR = Duration.ofSeconds(60);

    @RegisterExtension static final Stores stores = Stores.own();

    @Test
    void thousandsOnSaleCostLittleAndANewOneOpensAtOnce() throws Exception {
        Api api = stores.closing(new Api());
        Node node = stores.startNode(api.settings());
        api.tell(node.url());
        String admin =
                new RealTokens(stores.database(UserModule.SCHEMA), stores.secret())
                        .ofSomebody(CurrentUser.ADMIN);
        Organiser organiser = new Organiser(api, node.url(), admin);
        String event =
                organiser.openEvent(
                        """
                        {"rows":["A"],"seatsPerRow":10,"gradeMapping":{"A":"R"}}
                        """,
                        70_000);
        long memoryBefore = memoryMiB(node);
        try (Connection connection = stores.admin()) {
            long start = System.nanoTime();
            fill(connection);
            Wait.until(
                    "all lines and gates are open",
                    Duration.ofMinutes(15),
                    () -> opened(connection) == SCHEDULES && gates() >= SCHEDULES);
            System.out.printf(
                    "%d schedules with %d seats: open after %d s%n",
                    SCHEDULES, SEATS, (System.nanoTime() - start) / 1_000_000_000);
            Wait.until( // what opened lately is looked at more closely for a while
                    "it is quiet",
                    Duration.ofMinutes(3),
                    () -> share(node, Duration.ofSeconds(5)) < 0.1);

            long commits = commits(connection);
            double all = allServers();
            double idle = share(node, IDLE_FOR);
            System.out.printf(
                    "Idle: the node takes %.1f %% of a core, all processes %.1f %%, %.0f transactions/s,"
                            + " memory %d MiB (%d before)%n",
                    100 * idle,
                    100 * (allServers() - all) / IDLE_FOR.toSeconds(),
                    (double) (commits(connection) - commits) / IDLE_FOR.toSeconds(),
                    memoryMiB(node),
                    memoryBefore);
            assertThat(idle).isLessThan(0.1);
        }

        long start = System.nanoTime();
        String schedule = organiser.schedule(event, true);
        String fan =
                new RealTokens(stores.database(UserModule.SCHEMA), stores.secret())
                        .ofSomebody(CurrentUser.USER);
        Answer[] last = new Answer[1];
        Wait.until(
                "the fan is in",
                Duration.ofSeconds(60),
                () -> {
                    last[0] =
                            api.post(
                                    node.url() + "/api/queue/enter",
                                    "{\"scheduleId\":\"%s\"}".formatted(schedule),
                                    fan);
                    return last[0].status() == 200 && last[0].text("state").equals("ADMITTED");
                });
        Wait.until(
                "the seats are there",
                Duration.ofSeconds(60),
                () ->
                        api.send(
                                                "GET",
                                                node.url() + "/api/reservations/seats/" + schedule,
                                                null,
                                                null,
                                                null,
                                                "X-Queue-Token",
                                                last[0].text("entryToken"))
                                        .status()
                                == 200);
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.printf("A new one let its first fan in after %d ms%n", millis);
        assertThat(millis).isLessThan(5_000);
    }

    /** As if the catalogue had told of them. */
    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create temp table made as
                        select gen_random_uuid() as id from generate_series(1, %1$d);
                    insert into queue_service.schedules
                        select id, 1, 't', now() - interval '1 h', now() + interval '1 d', true from made;
                    insert into queue_service.queues (schedule_id) select id from made;
                    insert into reservation_service.schedules
                        select id, gen_random_uuid(), 1, 't', 'v', 'h', '', now() + interval '9 d',
                               now() - interval '1 h', now() + interval '1 d', true, 300, 4 from made;
                    insert into reservation_service.schedule_grades select id, 'R', 1000 from made;
                    insert into reservation_service.seats
                        select id, n, 'R', '', '', '', n, '' from made, generate_series(0, %2$d - 1) n;
                    insert into reservation_service.inventories select id, 1, %2$d from made;
                    """
                            .formatted(SCHEDULES, SEATS));
        }
    }

    private static long opened(Connection connection) {
        return number(
                connection,
                """
                select count(*) from queue_service.queues q join made on made.id = q.schedule_id
                where opened_epoch > 0
                """);
    }

    private static long gates() {
        return stores.redisConnection().sync().dbsize() / 4; // a line has two keys, a gate two
    }

    private static long commits(Connection connection) {
        return number(
                connection,
                "select xact_commit from pg_stat_database where datname = current_database()");
    }

    private static long number(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of a core, over some time in which nothing is asked of it. */
    private static double share(Node node, Duration during) {
        double before = cpuSeconds(node.pid());
        long start = System.nanoTime();
        Wait.until(
                "the time is over",
                during.multipliedBy(2),
                () -> System.nanoTime() - start > during.toNanos());
        return (cpuSeconds(node.pid()) - before) / ((System.nanoTime() - start) / 1e9);
    }

    private static double cpuSeconds(long pid) {
        return ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow()
                        .toMillis()
                / 1_000.0;
    }

    /** Seconds of CPU of the node, PostgreSQL, Redis and Kafka. */
    private static double allServers() {
        return ProcessHandle.current()
                .descendants()
                .mapToDouble(process ->
                        process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L)
                                / 1_000.0)
                .sum();
    }

    private static long memoryMiB(Node node) throws Exception {
        return Files.readAllLines(Path.of("/proc/" + node.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(Arrays.asList(line.split("\\s+")).get(1)) / 1_024)
                .findFirst()
                .orElseThrow();
    }
}
