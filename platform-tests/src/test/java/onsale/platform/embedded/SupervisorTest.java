package onsale.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an embedded server does not survive, the platform does: shown on Redis, the quickest. */
class SupervisorTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final EmbeddedServers.Wanted REDIS =
            new EmbeddedServers.Wanted(false, 0, true, 0, false, 0, 0);

    @TempDir static Path cache = Path.of("");

    @TempDir Path home = Path.of("");

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final List<String> givenUp = new CopyOnWriteArrayList<>();
    private DataDirectory directory;
    private EmbeddedServers servers;
    private RedisServer redis;

    @BeforeEach
    void start() {
        directory = DataDirectory.open(home);
        servers = EmbeddedServers.start(directory, cache, REDIS);
        redis = servers.redis();
    }

    @AfterEach
    void stop() {
        servers.close();
        directory.close();
    }

    @Test
    void aServerThatDiesIsStartedAgainAtTheSameAddressWithItsData() {
        set("marker", "1");
        supervise();

        long pid = killed();

        Wait.until("it runs again", SOON, () -> redis.isRunning() && redis.pid() != pid);
        Wait.until("its data are there", SOON, () -> "1".equals(get("marker")));
        assertThat(givenUp).isEmpty();
    }

    @Test
    void withoutTheSupervisorItStaysDead() {
        killed();

        assertThat(redis.isRunning()).isFalse();
    }

    @Test
    void aServerWithoutItsKeeperGetsANewOne() {
        supervise();
        long pid = redis.pid();

        ProcessHandle.of(pid).flatMap(ProcessHandle::parent).orElseThrow().destroyForcibly();

        Wait.until("it runs again", SOON, () -> redis.isRunning() && redis.pid() != pid);
        Wait.until("the other is gone", SOON, () -> ProcessHandle.of(pid).isEmpty());
    }

    @Test
    void whoeverIsStoppedStaysStopped() {
        supervise();
        redis.kill();
        redis.start();
        redis.stop();

        killed(redis.pid());
        servers.close();

        assertThat(redis.isRunning()).isFalse();
        assertThat(givenUp).isEmpty();
    }

    @Test
    void theThirdDeathWithinAMinuteIsGivenUp() {
        supervise();
        dieAndComeBack();
        dieAndComeBack();

        killed();

        Wait.until("given up", SOON, () -> !givenUp.isEmpty());
        assertThat(givenUp)
                .singleElement()
                .asString()
                .startsWith("redis cannot be kept running (3 deaths within a minute")
                .contains("redis.log");
        assertThat(redis.isRunning()).isFalse();
    }

    @Test
    void deathsOfAnEarlierMinuteAreForgotten() {
        supervise();
        dieAndComeBack();
        dieAndComeBack();
        now = now.plus(Duration.ofMinutes(1));

        dieAndComeBack();

        assertThat(givenUp).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".incr.aof", ".base.rdb", ".manifest"})
    void filesThatRedisCannotReadAreSetAsideAndItStartsEmpty(String which) throws IOException {
        set("marker", "1");
        redis.stop();
        Path broken;
        try (Stream<Path> files = Files.walk(redis.data())) {
            broken =
                    files.filter(file -> file.toString().endsWith(which)).findFirst().orElseThrow();
        }
        Files.writeString(broken, "nothing that Redis writes");

        redis.start();

        assertThat(get("marker")).isNull();
        try (Stream<Path> files = Files.list(home)) {
            Path aside =
                    files.filter(file -> file.getFileName().toString().startsWith("redis.unread"))
                            .findFirst()
                            .orElseThrow();
            assertThat(aside.resolve(redis.data().relativize(broken)))
                    .hasContent("nothing that Redis writes");
        }
    }

    /** What may pass is no reason to give data up. */
    @Test
    void aRedisThatCannotStartForAnotherReasonKeepsItsFiles() throws Exception {
        set("marker", "1");
        redis.stop();
        ServerSocket taken = new ServerSocket();
        taken.bind(new InetSocketAddress("127.0.0.1", redis.port()));
        Thread frees = Thread.ofVirtual().start(() -> closeWhenItHasTried(taken));

        redis.start();

        assertThat(frees.join(SOON)).isTrue();
        assertThat(get("marker")).isEqualTo("1");
    }

    private void closeWhenItHasTried(ServerSocket taken) {
        Wait.until("it has tried", SOON, () -> log().contains("Failed listening on port"));
        try {
            taken.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String log() {
        try {
            return Files.readString(home.resolve("logs/redis.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void supervise() {
        Clock clock =
                new Clock() {
                    @Override
                    public ZoneId getZone() {
                        return ZoneId.of("UTC");
                    }

                    @Override
                    public Clock withZone(ZoneId zone) {
                        return this;
                    }

                    @Override
                    public Instant instant() {
                        return now;
                    }
                };
        servers.supervise(clock, givenUp::add);
    }

    private void dieAndComeBack() {
        long pid = killed();
        Wait.until("it runs again", SOON, () -> redis.isRunning() && redis.pid() != pid);
        Wait.until("it answers", SOON, () -> get("anything") == null);
    }

    /** By somebody else than us. */
    private long killed() {
        return killed(redis.pid());
    }

    private static long killed(long pid) {
        ProcessHandle.of(pid)
                .ifPresent(handle -> {
                    handle.destroyForcibly();
                    handle.onExit().join();
                });
        return pid;
    }

    private void set(String key, String value) {
        try (Redis client = client()) {
            client.connection().sync().set(key, value);
        }
    }

    private @Nullable String get(String key) {
        try (Redis client = client()) {
            return client.connection().sync().get(key);
        } catch (RuntimeException e) {
            return "no answer";
        }
    }

    private Redis client() {
        return new Redis(new RedisSettings(new Secret(redis.url()), 0, Duration.ofSeconds(5)));
    }
}
