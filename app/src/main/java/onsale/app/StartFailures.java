package onsale.app;

import java.net.BindException;
import java.sql.SQLException;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;

/** Finds the sentence for the operator in what a start threw, however deep it was wrapped. */
final class StartFailures {

    private StartFailures() {}

    static RuntimeException explain(RuntimeException thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            switch (t) {
                case StartFailure failure -> {
                    return failure;
                }
                case PortInUseException port -> {
                    return new StartFailure(
                            "Port %d is taken: stop what listens there or give another."
                                    .formatted(port.getPort()),
                            thrown);
                }
                case BindException bind -> {
                    return new StartFailure("A port is taken: " + bind.getMessage() + ".", thrown);
                }
                case SQLException sql when isOfTheConnection(sql) -> {
                    return new StartFailure(
                            "PostgreSQL cannot be reached: check onsale.postgres.url and its passwords (%s)."
                                    .formatted(sql.getMessage()),
                            thrown);
                }
                default -> {
                    // look deeper
                }
            }
        }
        return thrown;
    }

    /** No connection, no login, no such database, not yet. */
    private static boolean isOfTheConnection(SQLException e) {
        @Nullable String state = e.getSQLState();
        return state != null
                && (state.startsWith("08")
                        || state.startsWith("28")
                        || state.equals("3D000")
                        || state.equals("57P03"));
    }
}
