package onsale.edge;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Tells what passes from what stays: a store that is away, full or slow is an outage, for which the
 * client may come back; a statement that can never work is our bug.
 */
final class Outages {

    private Outages() {}

    static boolean isOutage(Throwable thrown) {
        return switch (thrown) {
            case DataAccessResourceFailureException _,
                    TransientDataAccessException _,
                    RecoverableDataAccessException _,
                    CannotCreateTransactionException _,
                    TransactionSystemException _,
                    TransactionTimedOutException _,
                    SQLTransientException _,
                    SQLRecoverableException _,
                    RedisLoadingException _,
                    RedisBusyException _ ->
                    true;
            case RedisCommandExecutionException _ -> false; // Redis answered: it is up
            case RedisException _ -> true;
            default -> false;
        };
    }
}
