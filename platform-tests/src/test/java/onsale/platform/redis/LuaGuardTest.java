package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import onsale.platform.embedded.RedisServer;
import onsale.platform.redis.Incarnation.State;
import onsale.platform.settings.Secret;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However Redis loses data, no guarded script works on what is left until it was recovered. */
class LuaGuardTest {

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    private static Redis redis;

    private String show;
    private TicketScripts scripts;
    private Path older;

    enum Loss {
        FLUSHED,
        RESTARTED_FROM_OLDER_FILES,
        REPLACED_BY_AN_EMPTY_SERVER
    }

    @BeforeAll
    static void connect() {
        redis = own.connect();
    }

    /** A show with five tickets sold, four of them known to the older files. */
    @BeforeEach
    void aShow() throws IOException {
        show = UUID.randomUUID().toString();
        scripts = new TicketScripts(new Lua(redis), show);
        scripts.recover(0);
        for (int sold = 1; sold <= 4; sold++) {
            assertThat(scripts.counted()).isEqualTo(sold);
        }
        older = own.copyOfData();
        assertThat(scripts.counted()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void nothingChangesAfterALossUntilItWasRecovered(Loss loss) throws IOException {
        suffer(loss);

        assertClosed();
        scripts.recover(5);
        assertThat(scripts.counted()).isEqualTo(6);
        assertThat(scripts.everyScript()).noneMatch(LuaReply.Restoring.class::isInstance);
    }

    @ParameterizedTest
    @EnumSource
    void theSameLossTwiceIsNoticedTwice(Loss loss) throws IOException {
        suffer(loss);
        assertClosed();
        suffer(loss);
        assertClosed();
        scripts.recover(5);
        assertThat(scripts.counted()).isEqualTo(6);
        suffer(loss);
        assertClosed();

        scripts.recover(6);
        assertThat(scripts.counted()).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void aLossDuringARecoveryMakesItVoid(Loss loss) throws IOException {
        suffer(loss);
        Recovery recovery = scripts.begin();
        scripts.refill(recovery, 5);

        suffer(loss);

        assertThat(scripts.refill(recovery, 5)).isFalse();
        assertThat(recovery.complete()).isFalse();
        assertClosed();
        scripts.recover(5);
        assertThat(scripts.counted()).isEqualTo(6);
    }

    /** The nonce survives in the file, but the last second of the rebuilt data may not. */
    @Test
    void aRecoveryCannotBeCompletedInAnotherProcess() {
        Recovery recovery = scripts.begin();
        scripts.refill(recovery, 5);
        own.awaitWritten();

        own.server().kill();
        own.server().start();
        awaitReconnect();

        assertThat(redis.sync().get(scripts.guard())).endsWith(recovery.nonce());
        assertThat(scripts.incarnation().state(show)).isEqualTo(State.LOST);
        assertThat(recovery.complete()).isFalse();
        assertClosed();
    }

    @Test
    void ofTwoRecoveriesOnlyTheLaterOneCounts() {
        Recovery first = scripts.begin();
        TicketScripts other = new TicketScripts(new Lua(own.connect()), show);
        Recovery second = other.begin();

        assertThat(scripts.refill(first, 99)).isFalse();
        assertThat(first.complete()).isFalse();
        assertThat(scripts.incarnation().state(show)).isEqualTo(State.RESTORING);
        assertClosed();
        other.refill(second, 5);
        assertThat(second.complete()).isTrue();

        assertThat(other.refill(second, 99)).as("late writes of a recovery that is over").isFalse();
        assertThat(scripts.counted()).isEqualTo(6);
    }

    @Test
    void theGuardOfOneShowSaysNothingOfAnother() {
        TicketScripts another = new TicketScripts(new Lua(redis), show + "-b");

        assertThat(another.count()).isInstanceOf(LuaReply.Restoring.class);
        assertThat(scripts.incarnation().state(show)).isEqualTo(State.OPEN);
        assertThat(scripts.counted()).isEqualTo(6);
        assertThat(redis.sync().ttl(scripts.guard())).as("never expires").isEqualTo(-1);
    }

    @Test
    void aPromotedReplicaIsClosedThoughItKnowsTheOldKey() {
        RedisServer replica = own.closing(own.server().replica(own.emptyDirectory()));
        replica.start();
        Wait.until(
                "the replica has it all",
                Duration.ofSeconds(20),
                () ->
                        redis.sync().info("replication").contains("state=online")
                                && redis.sync().waitForReplication(1, 100) == 1);
        try (Redis there =
                new Redis(new RedisSettings(new Secret(replica.url()), 0, Duration.ofSeconds(2)))) {
            there.connection().sync().replicaofNoOne();
            TicketScripts promoted = new TicketScripts(new Lua(there), show);

            assertThat(there.sync().get(scripts.guard()))
                    .isEqualTo(redis.sync().get(scripts.guard()));
            assertThat(promoted.everyScript()).allMatch(LuaReply.Restoring.class::isInstance);
            promoted.recover(5);
            assertThat(promoted.counted()).isEqualTo(6);
        } finally {
            replica.kill(); // it refuses to stop in order while it writes its first file
        }
    }

    /** Canary: what the guard is for. */
    @Test
    void withoutTheGuardATicketIsSoldTwiceAfterARestartFromOlderFiles() throws IOException {
        suffer(Loss.RESTARTED_FROM_OLDER_FILES);

        assertThat(TicketScripts.values(scripts.countBlindly()).number(0))
                .as("given before")
                .isEqualTo(5);
    }

    private void suffer(Loss loss) throws IOException {
        switch (loss) {
            case FLUSHED -> own.server().flushAll();
            case RESTARTED_FROM_OLDER_FILES -> OwnRedis.restartFrom(own.server(), older);
            case REPLACED_BY_AN_EMPTY_SERVER -> own.replaceByEmpty();
        }
        awaitReconnect();
    }

    private static void awaitReconnect() {
        Wait.until(
                "the client reconnects",
                Duration.ofSeconds(20),
                () -> "PONG".equals(redis.sync().ping()));
    }

    private void assertClosed() {
        var before = OwnRedis.everything(redis.connection().sync());

        assertThat(scripts.everyScript()).allMatch(LuaReply.Restoring.class::isInstance);

        assertThat(OwnRedis.everything(redis.connection().sync())).isEqualTo(before);
        assertThat(scripts.incarnation().state(show)).isNotEqualTo(State.OPEN);
    }
}
