package onsale.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import onsale.platform.StartFailure;
import onsale.platform.embedded.EmbeddedServers.Wanted;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL that takes orders all the time is copied, lost, and started from the copy. */
class BackupTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Wanted POSTGRES = new Wanted(true, 0, false, 0, false, 0, 0);

    @TempDir static Path directory;

    private static DataDirectory data;
    private static EmbeddedServers servers;

    @BeforeAll
    static void aRunningPlatform() {
        data = DataDirectory.open(directory.resolve("data"));
        servers = EmbeddedServers.start(data, OwnRedis.cache(), POSTGRES);
    }

    @AfterAll
    static void stop() {
        servers.close();
        data.close();
    }

    @Test
    void whatIsRestoredIsEverythingUpToTheEndOfTheCopyWithoutAGap() throws Exception {
        run("create table sold (n bigint primary key, seat text unique)");
        run("create table money (n bigint primary key references sold)");
        AtomicLong committed = new AtomicLong();
        AtomicBoolean closed = new AtomicBoolean();
        Thread sale = Thread.ofVirtual().start(() -> sell(committed, closed));
        Wait.until("the sale goes on", SOON, () -> committed.get() > 50);
        long before = committed.get();

        Path copy = backup("first");

        long after = committed.get();
        closed.set(true);
        sale.join();
        assertThat(after).as("it was sold meanwhile").isGreaterThan(before);
        Path restored = directory.resolve("restored");
        assertThat(Restore.run(copy, restored)).isGreaterThan(500);
        try (DataDirectory again = DataDirectory.open(restored);
                EmbeddedServers second = EmbeddedServers.start(again, OwnRedis.cache(), POSTGRES)) {
            assertThat(again.secret()).isEqualTo(data.secret());
            long last = ask(second.postgres(), "select max(n) from sold");
            assertThat(last).isBetween(before, committed.get());
            assertThat(ask(second.postgres(), "select count(*) from sold")).isEqualTo(last);
            assertThat(
                            ask(
                                    second.postgres(),
                                    "select count(*) from sold left join money using (n) where money is null"))
                    .as("sold and not paid")
                    .isZero();
        }
    }

    @Test
    void aDamagedCopyIsRefused() throws IOException {
        Path copy = backup("damaged");
        Files.writeString(copy.resolve("postgres/PG_VERSION"), "17\n");

        assertThatThrownBy(() -> Restore.run(copy, directory.resolve("from-damaged")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("postgres/PG_VERSION is missing or not as it was copied");
        assertThat(directory.resolve("from-damaged")).doesNotExist();
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Path copy = backup("kept");

        assertThatThrownBy(() -> backup("kept"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("exists already");
        assertThatThrownBy(() -> Restore.run(copy, data.path()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("has data already");
        assertThatThrownBy(() -> Restore.run(directory, directory.resolve("x")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("is no backup");
    }

    /** The secret is in it. */
    @Test
    void nobodyElseReadsTheCopy() throws IOException {
        Path copy = backup("private");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rwx------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(copy.resolve("secret.key"))))
                .isEqualTo("rw-------");
    }

    private static Path backup(String name) {
        Path copy = directory.resolve(name);
        Backup.make(
                data.path(),
                copy,
                servers.postgres().url("postgres"),
                PostgresServer.ADMIN,
                servers.postgres().adminPassword().value());
        return copy;
    }

    private static void sell(AtomicLong committed, AtomicBoolean closed) {
        try (Connection connection = connect(servers.postgres());
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (long n = 1; !closed.get(); n++) {
                statement.execute("insert into sold values (" + n + ", 'seat ' || " + n + ")");
                statement.execute("insert into money values (" + n + ")");
                connection.commit();
                committed.set(n);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection connect(PostgresServer server) throws SQLException {
        return DriverManager.getConnection(
                server.url("postgres"), PostgresServer.ADMIN, server.adminPassword().value());
    }

    private static void run(String statement) throws SQLException {
        try (Connection connection = connect(servers.postgres());
                Statement running = connection.createStatement()) {
            running.execute(statement);
        }
    }

    private static long ask(PostgresServer server, String question) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getLong(1);
        }
    }
}
