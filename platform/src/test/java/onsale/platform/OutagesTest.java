package onsale.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;

class OutagesTest {

    @Test
    void aStoreThatIsAwayFullOrSlow() {
        for (Exception outage :
                List.of(
                        new DataAccessResourceFailureException("away"),
                        new QueryTimeoutException("slow"),
                        new CannotAcquireLockException("deadlock"),
                        new RecoverableDataAccessException("try another connection"),
                        new CannotCreateTransactionException("no connection"),
                        new TransactionSystemException("commit broke"),
                        new TransactionTimedOutException("slow"),
                        new SQLTransientConnectionException("the pool is empty"),
                        new SQLException("connection broke", "08006"),
                        new SQLException("deadlock", "40P01"),
                        new SQLException("too many connections", "53300"),
                        new SQLException("statement timeout", "57014"),
                        new SQLException("shutting down", "57P01"))) {
            assertThat(Outages.isOutage(outage)).as(outage.toString()).isTrue();
            assertThat(Outages.isOutage(new IllegalStateException(new Exception(outage))))
                    .as("two layers around " + outage)
                    .isTrue();
        }
    }

    @Test
    void whatComingBackDoesNotHelp() {
        SQLException syntax = new SQLException("no such column", "42703");
        for (Exception bug :
                List.of(
                        new BadSqlGrammarException("look", "select x", syntax),
                        new DuplicateKeyException("taken", new SQLException("taken", "23505")),
                        syntax,
                        new SQLException("of unknown state"),
                        new IllegalStateException("a bug"))) {
            assertThat(Outages.isOutage(bug)).as(bug.toString()).isFalse();
        }
    }

    @Test
    void aCircleOfCausesEnds() {
        Exception first = new IllegalStateException("first");
        Exception second = new IllegalStateException("second", first);
        first.initCause(second);

        assertThat(Outages.isOutage(first)).isFalse();
    }
}
