package onsale.app;

import static onsale.app.ProblemClient.problem;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A store that is away, full or slow is "not now" with a time to come back, and never a 500. */
class OutagesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final ProblemServer server = ProblemServer.start();
    private static final ProblemClient client = new ProblemClient(server.port());

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void nobodyListens() throws IOException {
        HikariDataSource pool = pool("jdbc:postgresql://localhost:" + closedPort() + "/x", 1);

        notNow(() -> select(pool, "select 1"));
        notNow(() -> transaction(pool).executeWithoutResult(status -> {}));
    }

    @Test
    void allConnectionsAreTaken() throws SQLException {
        HikariDataSource pool = pool(stores.postgresSettings().url(), 1);
        try (Connection _ = pool.getConnection()) {
            notNow(() -> select(pool, "select 1"));
            notNow(() -> transaction(pool).executeWithoutResult(status -> {}));
        }
    }

    @Test
    void theAnswerTakesTooLong() {
        HikariDataSource pool = pool(stores.postgresSettings().url(), 1);

        notNow(() ->
                transaction(pool)
                        .executeWithoutResult(status -> {
                            select(pool, "select set_config('statement_timeout', '50', true)");
                            select(pool, "select pg_sleep(30)");
                        }));
    }

    @Test
    void theConnectionBreaksUnderAStatement() {
        HikariDataSource pool = pool(stores.postgresSettings().url(), 1);

        notNow(() -> select(pool, "select pg_terminate_backend(pg_backend_pid())"));
    }

    @Test
    void redisIsAway() throws IOException {
        String url = "redis://localhost:" + closedPort();

        notNow(() -> {
            try (RedisClient redis = RedisClient.create(url)) {
                redis.connect();
            }
        });
    }

    /** The line between an outage and a bug: coming back would not help here. */
    @Test
    void aStatementThatCanNeverWorkIsOurFault() {
        HikariDataSource pool = pool(stores.postgresSettings().url(), 1);
        server.on("bug", () -> select(pool, "select secret from nowhere"));

        problem(client.get("/test/run/bug"), 500, "platform.internal");
    }

    private static void notNow(Runnable work) {
        server.on("outage", work);

        HttpResponse<String> response = client.get("/test/run/outage");

        problem(response, 503, "platform.unavailable");
        assertThat(response.headers().firstValue("Retry-After")).contains("2");
    }

    private static HikariDataSource pool(String url, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(stores.postgresSettings().adminUser());
        config.setPassword(stores.postgresSettings().adminPassword().value());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(250);
        config.setInitializationFailTimeout(-1);
        return stores.closing(new HikariDataSource(config));
    }

    private static TransactionTemplate transaction(DataSource pool) {
        return new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    private static void select(DataSource pool, String sql) {
        JdbcClient.create(pool).sql(sql).query(row -> {});
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
