package onsale.platform.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import onsale.platform.trace.Tracing;
import onsale.platform.trace.Tracing.Call;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Gives work that is traced connections whose statements have spans; all others get the plain
 * connection. Values are never part of a span, because they are bound and not written into the
 * text.
 */
final class TracedDataSource extends DelegatingDataSource {

    private static final int TEXT_CHARS_MAX = 1_000;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final String schema;

    TracedDataSource(DataSource pool, String schema) {
        super(pool);
        this.schema = schema;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (!Tracing.isRecording()) {
            return super.getConnection();
        }
        Call waiting = Tracing.call("connect " + schema, "postgresql");
        @Nullable SQLException failure = null;
        try {
            Connection plain = super.getConnection();
            return proxy(Connection.class, new Statements(plain));
        } catch (SQLException e) {
            failure = e;
            throw e;
        } finally {
            waiting.end(failure);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        TracedDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object invoke(
            Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** A connection whose statements are traced. */
    private final class Statements implements InvocationHandler {

        private final Connection plain;

        Statements(Connection plain) {
            this.plain = plain;
        }

        @Override
        public @Nullable Object invoke(
                Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            @Nullable Object result = TracedDataSource.invoke(plain, method, arguments);
            String text =
                    arguments != null && arguments.length > 0 && arguments[0] instanceof String sql
                            ? sql
                            : "";
            return switch (result) {
                case CallableStatement call -> call;
                case PreparedStatement prepared ->
                        proxy(PreparedStatement.class, new Executions(prepared, text));
                case Statement statement -> proxy(Statement.class, new Executions(statement, text));
                case null -> null;
                default -> result;
            };
        }
    }

    /** A statement whose executions have spans. */
    private final class Executions implements InvocationHandler {

        private final Statement plain;
        private final String text;

        Executions(Statement plain, String text) {
            this.plain = plain;
            this.text = text;
        }

        @Override
        public @Nullable Object invoke(
                Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (!method.getName().startsWith("execute")) {
                return TracedDataSource.invoke(plain, method, arguments);
            }
            String sql =
                    arguments != null && arguments.length > 0 && arguments[0] instanceof String own
                            ? own
                            : text;
            Call call = begin(SPACE.matcher(sql).replaceAll(" ").strip());
            @Nullable Throwable failure = null;
            try {
                return TracedDataSource.invoke(plain, method, arguments);
            } catch (Throwable e) {
                failure = e;
                throw e;
            } finally {
                call.end(failure);
            }
        }

        private Call begin(String sql) {
            int word = sql.indexOf(' ');
            String operation = (word < 0 ? sql : sql.substring(0, word)).toLowerCase(Locale.ROOT);
            return Tracing.call(operation + " " + schema, "postgresql")
                    .with("db.system.name", "postgresql")
                    .with("db.namespace", schema)
                    .with(
                            "db.query.text",
                            sql.substring(0, Math.min(TEXT_CHARS_MAX, sql.length())));
        }
    }
}
