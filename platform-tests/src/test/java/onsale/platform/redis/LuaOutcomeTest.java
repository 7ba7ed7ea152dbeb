package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.settings.Secret;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A caller always knows whether a script ran, did not run, or may have run. */
class LuaOutcomeTest {

    private static final LuaScript ADD = LuaScript.unguarded(LuaOutcomeTest.class, "add.lua");
    private static final LuaScript SHAPES = LuaScript.unguarded(LuaOutcomeTest.class, "shapes.lua");
    private static final LuaScript STUMBLE =
            LuaScript.unguarded(LuaOutcomeTest.class, "stumble.lua");
    private static final int IN_FLIGHT = 200;

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    private static Redis redis;
    private static Lua lua;

    private String set;

    @BeforeAll
    static void connect() {
        redis = connectWith(Duration.ofMillis(500));
        lua = new Lua(redis);
    }

    @BeforeEach
    void aSet() {
        own.server().start(); // if the test before failed half way
        awaitAnswer();
        set = UUID.randomUUID().toString();
        assertThat(add("warm")).isInstanceOf(Values.class);
    }

    @Test
    void aSilentRedisLeavesTheOutcomeUnknownAndMayStillExecuteIt() {
        own.server().pause();
        assertThatThrownBy(() -> add("late")).isInstanceOf(LuaException.Unknown.class);
        own.server().resume();

        Wait.until(
                "it was executed after all",
                Duration.ofSeconds(10),
                () -> redis.sync().sismember(set, "late"));
    }

    @Test
    void whileRedisIsAwayNothingIsExecutedNorWillBe() {
        own.server().kill();
        Wait.until(
                "the connection is known to be gone",
                Duration.ofSeconds(10),
                () -> !redis.connection().isOpen());
        assertThatThrownBy(() -> add("never")).isInstanceOf(LuaException.NotExecuted.class);
        own.server().start();
        awaitAnswer();

        assertThat(add("after")).isInstanceOf(Values.class);
        assertThat(redis.sync().smembers(set)).contains("after").doesNotContain("never");
    }

    @Test
    void whatWasInFlightWhenRedisDiedIsUnknownAndNotSentToItsSuccessor() {
        own.server().pause();
        List<CompletableFuture<LuaReply>> inFlight =
                IntStream.range(0, IN_FLIGHT)
                        .mapToObj(i -> lua.runAsync(ADD, List.of(set), List.of("flight" + i)))
                        .map(stage -> stage.toCompletableFuture())
                        .toList();
        own.server().kill();
        own.server().start();
        awaitAnswer();

        assertThat(inFlight)
                .allSatisfy(reply ->
                        assertThatThrownBy(reply::join)
                                .hasCauseInstanceOf(LuaException.Unknown.class));
        assertThat(add("after")).isInstanceOf(Values.class);
        assertThat(redis.sync().smembers(set))
                .contains("after")
                .noneMatch(member -> member.startsWith("flight"));
    }

    @Test
    void whatASilentRedisCannotTakeIsRefusedAtOnce() {
        Lua patient = new Lua(connectWith(Duration.ofSeconds(30)));
        patient.run(ADD, List.of(set), List.of("loaded"));
        own.server().pause();
        List<CompletableFuture<LuaReply>> sent =
                IntStream.range(0, Redis.IN_FLIGHT_MAX + IN_FLIGHT)
                        .mapToObj(i -> patient.runAsync(ADD, List.of(set), List.of("many")))
                        .map(stage -> stage.toCompletableFuture())
                        .toList();
        List<CompletableFuture<LuaReply>> beyond = sent.subList(Redis.IN_FLIGHT_MAX, sent.size());
        Wait.until(
                "those beyond the limit are refused",
                Duration.ofSeconds(20),
                () -> beyond.stream().allMatch(CompletableFuture::isDone));
        own.server().resume();

        assertThat(beyond)
                .allSatisfy(reply ->
                        assertThatThrownBy(reply::join)
                                .hasCauseInstanceOf(LuaException.NotExecuted.class));
        assertThat(sent.subList(0, Redis.IN_FLIGHT_MAX))
                .allMatch(reply -> reply.join() instanceof Values);
    }

    /** Canary: an ordinary client sends them again. */
    @Test
    void anOrdinaryClientWouldSendThemToTheSuccessor() {
        // It comes back when the successor has read its files; before, it would be refused.
        ClientResources patient =
                ClientResources.builder()
                        .reconnectDelay(Delay.constant(Duration.ofSeconds(1)))
                        .build();
        RedisClient ordinary = RedisClient.create(patient, own.server().url());
        try (StatefulRedisConnection<String, String> connection = ordinary.connect()) {
            own.server().pause();
            var inFlight =
                    IntStream.range(0, IN_FLIGHT)
                            .mapToObj(i -> connection.async().sadd(set, "replayed" + i))
                            .toList();
            own.server().kill();
            own.server().start();

            Wait.until(
                    "the client reconnects",
                    Duration.ofSeconds(20),
                    () ->
                            inFlight.stream()
                                    .allMatch(reply -> reply.toCompletableFuture().isDone()));
            assertThat(connection.sync().smembers(set))
                    .anyMatch(member -> member.startsWith("replayed"));
        } finally {
            ordinary.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            patient.shutdown().awaitUninterruptibly();
        }
    }

    @Test
    void aForgottenScriptIsLoadedAgainOnceForAllCallers() {
        redis.sync().scriptFlush();
        redis.connection().sync().configResetstat();

        List<CompletableFuture<LuaReply>> replies =
                IntStream.range(0, IN_FLIGHT)
                        .mapToObj(i -> lua.runAsync(ADD, List.of(set), List.of("m" + i)))
                        .map(stage -> stage.toCompletableFuture())
                        .toList();

        assertThat(replies)
                .allSatisfy(reply -> assertThat(reply.join()).isInstanceOf(Values.class));
        assertThat(redis.sync().scard(set)).isEqualTo(IN_FLIGHT + 1);
        assertThat(redis.sync().info("commandstats").lines())
                .filteredOn(line -> line.startsWith("cmdstat_info:"))
                .singleElement()
                .asString()
                .contains("calls=1,");
    }

    @Test
    void aFullRedisRefusesTheWholeScript() {
        redis.connection().sync().configSet("maxmemory", "1");
        try {
            assertThatThrownBy(() -> add("too much"))
                    .isInstanceOf(LuaException.NotExecuted.class)
                    .hasMessageContaining("OOM");
        } finally {
            redis.connection().sync().configSet("maxmemory", "512mb");
        }

        assertThat(redis.sync().smembers(set)).containsExactly("warm");
    }

    @Test
    void aScriptThatFailsMayHaveWritten() {
        String key = set + ":stumble";

        assertThatThrownBy(() -> lua.run(STUMBLE, List.of(key), List.of()))
                .isInstanceOf(LuaException.Failed.class)
                .hasMessageContaining("stumble.lua failed")
                .hasMessageContaining("user_script:5"); // the line in the file

        assertThat(redis.sync().get(key)).isEqualTo("half");
    }

    @Test
    void aReplyIsReadAsWhatItIs() {
        Values reply = TicketScripts.values(lua.run(SHAPES, List.of(set), List.of("표")));

        assertThat(reply.size()).isEqualTo(5);
        assertThat(reply.number(0)).isEqualTo(7);
        assertThat(reply.text(1)).isEqualTo("표");
        assertThat(reply.values(2).number(0)).isEqualTo(8);
        assertThat(reply.isNil(3)).isTrue();
        assertThatThrownBy(() -> reply.text(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> reply.number(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> reply.text(3)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> reply.text(5)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keysThatAClusterWouldRefuseAreRefusedAtOnce() {
        assertThatThrownBy(() -> lua.run(ADD, List.of("a:{1}", "a:{2}"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same hash tag");
        assertThatThrownBy(() -> lua.run(ADD, List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lua.run(TicketScripts.COUNT, List.of("a:{1}:counter"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("incarnation key");
    }

    private static Redis connectWith(Duration commandTimeout) {
        return own.closing(
                new Redis(new RedisSettings(new Secret(own.server().url()), 0, commandTimeout)));
    }

    private LuaReply add(String member) {
        return lua.run(ADD, List.of(set), List.of(member));
    }

    private static void awaitAnswer() {
        Wait.until(
                "Redis answers", Duration.ofSeconds(20), () -> redis.sync().ping().equals("PONG"));
    }
}
