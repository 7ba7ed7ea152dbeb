package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import onsale.platform.Outages;
import onsale.platform.StartFailure;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.settings.Secret;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis that is away when a process starts is a Redis that comes later. */
class RedisAwayTest {

    private static final LuaScript ADD = LuaScript.unguarded(RedisAwayTest.class, "add.lua");
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final int CALLS = 200;

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    @BeforeEach
    void redisIsAway() {
        own.server().stop();
    }

    @Test
    void whatIsAskedBeforeItComesFailsAtOnceAndIsNeverExecuted() {
        String set = UUID.randomUUID().toString();
        try (Redis redis = new Redis(own.settings())) {
            Lua lua = new Lua(redis);
            Instant start = Instant.now();

            List<CompletableFuture<LuaReply>> early =
                    IntStream.range(0, CALLS)
                            .mapToObj(i -> lua.runAsync(ADD, List.of(set), List.of("early" + i)))
                            .map(stage -> stage.toCompletableFuture())
                            .toList();

            assertThat(early)
                    .allSatisfy(reply ->
                            assertThatThrownBy(reply::join)
                                    .hasCauseInstanceOf(LuaException.NotExecuted.class));
            assertThat(Duration.between(start, Instant.now())).isLessThan(AT_ONCE);
            assertThatThrownBy(() -> redis.sync().ping())
                    .isInstanceOf(RedisConnectionException.class)
                    .hasMessageContaining("Connection refused")
                    .matches(Outages::isOutage, "is an outage");

            own.server().start();
            Wait.until("Redis answers", SOON, () -> answers(redis));
            assertThat(lua.run(ADD, List.of(set), List.of("after"))).isInstanceOf(Values.class);
            assertThat(redis.sync().smembers(set)).containsExactly("after");
        }
    }

    @Test
    void onceItHasComeItMayGoAndComeAgain() {
        try (Redis redis = new Redis(own.settings())) {
            own.server().start();
            Wait.until("Redis answers", SOON, () -> answers(redis));
            own.server().kill();
            Wait.until("it is away", SOON, () -> !answers(redis));

            own.server().start();

            Wait.until("Redis answers again", SOON, () -> answers(redis));
        }
    }

    @Test
    void whoWaitsForItCanBeClosed() {
        Instant start = Instant.now();

        new Redis(own.settings()).close();

        assertThat(Duration.between(start, Instant.now())).isLessThan(SOON);
    }

    @Test
    void whatIsNoAddressIsRefusedWithoutBeingRepeated() {
        assertThatThrownBy(() -> new Redis(settings("http://:hunter2@host")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.redis.url")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> new Redis(settings(""))).isInstanceOf(StartFailure.class);
    }

    private static RedisSettings settings(String url) {
        return new RedisSettings(new Secret(url), 0, Duration.ofSeconds(2));
    }

    private static boolean answers(Redis redis) {
        try {
            return redis.sync().ping().equals("PONG");
        } catch (RuntimeException e) {
            return false;
        }
    }
}
