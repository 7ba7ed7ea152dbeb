package onsale.platform;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Tells what passes from what stays, for whoever has to decide whether to come back: a store that
 * is away, full or slow is an outage; a statement that can never work is our bug.
 */
public final class Outages {

    /** Deeper is a circle. */
    private static final int CAUSES_MAX = 20;

    /**
     * Connection lost, transaction rolled back by another, no resources, an operator's doing
     * (shutdown, statement timeout), the disk.
     */
    private static final Set<String> SQL_STATE_CLASSES = Set.of("08", "40", "53", "57", "58");

    /** Answers of a Redis that is up but not fit for the command now. */
    private static final Set<String> REDIS_CODES =
            Set.of(
                    "LOADING",
                    "BUSY",
                    "TRYAGAIN",
                    "CLUSTERDOWN",
                    "MASTERDOWN",
                    "READONLY",
                    "MISCONF",
                    "NOREPLICAS",
                    "OOM");

    private Outages() {}

    /** Whether this, or what caused it, is an outage. */
    public static boolean isOutage(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++, cause = cause.getCause()) {
            if (isOne(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOne(Throwable thrown) {
        return switch (thrown) {
            case DataAccessResourceFailureException _,
                    TransientDataAccessException _,
                    RecoverableDataAccessException _,
                    CannotCreateTransactionException _,
                    TransactionSystemException _,
                    TransactionTimedOutException _,
                    SQLTransientException _,
                    SQLRecoverableException _ ->
                    true;
            case SQLException e -> {
                @Nullable String state = e.getSQLState();
                yield state != null
                        && state.length() == 5
                        && SQL_STATE_CLASSES.contains(state.substring(0, 2));
            }
            case RedisCommandExecutionException e -> {
                String message = String.valueOf(e.getMessage());
                yield REDIS_CODES.contains(message.split(" ", 2)[0]);
            }
            case RedisException _ -> true;
            default -> false;
        };
    }
}
