package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import java.util.List;
import onsale.platform.Outages;
import org.junit.jupiter.api.Test;

/** Asks {@link Outages}, which has to find the rule by itself. */
class RedisOutagesTest {

    @Test
    void aRedisThatIsAwayFullOrSlow() {
        for (Exception outage :
                List.of(
                        new RedisConnectionException("away"),
                        new RedisCommandTimeoutException("slow"),
                        new RedisCommandExecutionException("LOADING Redis is loading"),
                        new RedisCommandExecutionException("OOM command not allowed"),
                        new RedisCommandExecutionException("READONLY a replica"))) {
            assertThat(Outages.isOutage(outage)).as(outage.toString()).isTrue();
            assertThat(Outages.isOutage(new IllegalStateException(new Exception(outage))))
                    .as("two layers around " + outage)
                    .isTrue();
        }
    }

    @Test
    void aCommandThatCanNeverWorkIsABug() {
        for (Exception bug :
                List.of(
                        new RedisCommandExecutionException("ERR wrong number of arguments"),
                        new RedisCommandExecutionException("NOAUTH Authentication required."))) {
            assertThat(Outages.isOutage(bug)).as(bug.toString()).isFalse();
        }
    }
}
