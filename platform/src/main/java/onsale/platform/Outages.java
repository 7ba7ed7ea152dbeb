package onsale.platform;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Tells an outage from a bug. A store that is away, full or slow is an outage, and the caller may
 * try again later; a statement that can never work is a bug. Exceptions of PostgreSQL and of
 * transactions are known here, those of other clients by their {@link OutageRule}.
 */
public final class Outages {

    /** A longer chain of causes is taken for a cycle. */
    private static final int CAUSES_MAX = 20;

    /**
     * Connection lost, transaction rolled back in favour of another, resources exhausted, operator
     * intervention (shutdown, statement timeout), disk errors.
     */
    private static final Set<String> SQL_STATE_CLASSES = Set.of("08", "40", "53", "57", "58");

    private static final List<OutageRule> RULES =
            ServiceLoader.load(OutageRule.class, Outages.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private Outages() {}

    /** Whether this exception or one of its causes reports an outage. */
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
            default -> RULES.stream().anyMatch(rule -> rule.isOutage(thrown));
        };
    }
}
