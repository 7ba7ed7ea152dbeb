package onsale.bench;

import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The least that a purchase can cost: the same durable steps as plain statements, each a call of a
 * bare server. It checks nothing: no token, no seat, no amount, no provider, no message is sent.
 */
final class PurchaseFloorProcess {

    private static final String[] TABLES = {
        "create table floor_reservations (id bigint primary key, state text, paid bigint)",
        "create table floor_seats (id bigint primary key, reservation bigint, state text)",
        "create table floor_persons (id bigint primary key, n int)",
        "create table floor_payments (id bigint primary key, state text, answer text)",
        "create table floor_tickets (id bigint primary key, code text)",
        "create table floor_outbox (id bigserial primary key, payload text)"
    };

    /** What a step commits; more than one text is more than one commit. */
    private static final String[][] STEPS = {
        {
            """
            insert into floor_reservations values (%1$d, 'PENDING', null);
            insert into floor_seats values (%1$d, %1$d, 'HELD');
            insert into floor_persons values (%1$d %% 2000, 1)
                on conflict (id) do update set n = floor_persons.n + 1;
            insert into floor_outbox (payload) values (repeat('x', 400))
            """
        },
        {"update floor_reservations set state = 'ORDERED' where id = %1$d"},
        {"insert into floor_payments values (%1$d, 'READY', null)"},
        {
            "update floor_payments set state = 'STARTED' where id = %1$d",
            """
            update floor_payments set state = 'PAID', answer = repeat('x', 600) where id = %1$d;
            insert into floor_outbox (payload) values (repeat('x', 400))
            """,
            """
            update floor_reservations set state = 'CONFIRMED', paid = 50000 where id = %1$d;
            update floor_seats set state = 'SOLD' where id = %1$d;
            insert into floor_tickets values (%1$d, repeat('x', 60));
            insert into floor_outbox (payload) values (repeat('x', 400))
            """
        },
        {"select state from floor_reservations where id = %1$d"}
    };

    static final int CALLS = STEPS.length;

    private PurchaseFloorProcess() {}

    private static final class Steps extends Handler.Abstract {

        private final HikariDataSource pool;

        Steps(HikariDataSource pool) {
            this.pool = pool;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws SQLException {
            String[] path = Request.getPathInContext(request).split("/", -1);
            long purchase = Long.parseLong(path[2]);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String sql : STEPS[Integer.parseInt(path[1])]) {
                    statement.execute(sql.formatted(purchase));
                }
            }
            response.setStatus(200);
            Content.Sink.write(response, true, "{\"state\":\"done\"}", callback);
            return true;
        }
    }

    /** Arguments: port, then address, user and password of the database. */
    public static void main(String[] args) throws Exception {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(args[1]);
        pool.setUsername(args[2]);
        pool.setPassword(args[3]);
        pool.setMaximumPoolSize(2 * BenchServers.POOL);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute(table);
            }
        }
        Server server = new Server(new QueuedThreadPool(32));
        ServerConnector connector = new ServerConnector(server);
        connector.setPort(Integer.parseInt(args[0]));
        server.addConnector(connector);
        server.setHandler(new Steps(pool));
        server.start();
        System.out.println("ready");
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (commands.readLine() != null) {
            System.out.println("alive");
        }
        server.stop();
    }
}
