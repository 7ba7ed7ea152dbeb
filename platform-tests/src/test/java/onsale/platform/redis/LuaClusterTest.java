package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import onsale.platform.embedded.RedisServer;
import onsale.platform.embedded.Trees;
import onsale.platform.settings.Secret;
import onsale.testkit.OwnRedis;
import onsale.testkit.RedisCluster;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts and their guard on a cluster: each master is a process of its own. */
class LuaClusterTest {

    private static final int SHOWS = 12;

    @TempDir static Path home = Path.of("");

    private static RedisCluster cluster;
    private static Redis redis;
    private static Lua lua;

    private Map<String, TicketScripts> shows;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(home, OwnRedis.cache(), new Secret("cluster-password"));
        redis = new Redis(new RedisSettings(new Secret(cluster.urls()), 0, Duration.ofSeconds(2)));
        lua = new Lua(redis);
    }

    @AfterAll
    static void stop() {
        redis.close();
        cluster.close();
    }

    @BeforeEach
    void someShows() {
        shows =
                IntStream.range(0, SHOWS)
                        .mapToObj(i -> "show-" + i)
                        .collect(
                                Collectors.toMap(
                                        Function.identity(), show -> new TicketScripts(lua, show)));
        shows.values().forEach(scripts -> scripts.recover(5));
    }

    @Test
    void scriptsRunOnTheMasterOfTheirTag() {
        shows.values().forEach(scripts -> assertThat(scripts.counted()).isEqualTo(6));

        for (RedisServer master : cluster.masters()) {
            assertThat(showsOf(master)).isNotEmpty();
            onlyAt(
                    master,
                    direct ->
                            showsOf(master)
                                    .forEach((show, scripts) ->
                                            assertThat(direct.sync().get(scripts.key("counter")))
                                                    .isEqualTo("6")));
        }
    }

    @Test
    void flushingOneMasterClosesItsShowsOnly() {
        RedisServer flushed = cluster.masters().get(1);

        flushed.flushAll();

        assertClosedOnlyAt(flushed);
    }

    @Test
    void aMasterThatReturnsWithOlderDataIsNoticed() throws IOException {
        RedisServer master = cluster.masters().get(2);
        Path older = home.resolve("older");
        Trees.copy(master.data(), older);
        shows.values().forEach(TicketScripts::counted);

        OwnRedis.restartFrom(master, older);
        awaitHealth();

        assertClosedOnlyAt(master);
        showsOf(master).values().forEach(scripts -> scripts.recover(6));
        showsOf(master).values().forEach(scripts -> assertThat(scripts.counted()).isEqualTo(7));
    }

    @Test
    void whileOneMasterIsAwayTheOthersGoOn() {
        RedisServer dead = cluster.masters().get(0);

        dead.kill();

        shows.forEach((show, scripts) -> {
            if (masterOf(show) == dead) {
                Wait.until(
                        "the connection is known to be gone",
                        Duration.ofSeconds(10),
                        () -> isNotExecuted(scripts));
            } else {
                assertThat(scripts.counted()).isEqualTo(6);
            }
        });
        dead.start();
        awaitHealth();
        assertThat(showsOf(dead).values())
                .allSatisfy(scripts ->
                        assertThat(scripts.count()).isInstanceOf(LuaReply.Restoring.class));
    }

    @Test
    void aClusterThatIsAwayAtTheStartIsFoundLater() {
        cluster.masters().forEach(RedisServer::kill);
        try (Redis early =
                new Redis(
                        new RedisSettings(new Secret(cluster.urls()), 0, Duration.ofSeconds(2)))) {
            TicketScripts scripts = new TicketScripts(new Lua(early), "show-1");
            assertThat(isNotExecuted(scripts)).isTrue();

            cluster.masters().forEach(RedisServer::start);
            awaitHealth();

            Wait.until(
                    "the cluster is found",
                    Duration.ofSeconds(20),
                    () -> scripts.count() instanceof LuaReply.Restoring);
        }
    }

    /** Keys that move with their slot are closed as well: their new process has another name. */
    @Test
    void aSlotThatMovedIsFollowed() {
        String show = "moving";
        int slot = SlotHash.getSlot("{" + show + "}");
        RedisServer from = masterOf(show);
        RedisServer to = cluster.masters().stream().filter(other -> other != from).findAny().get();
        TicketScripts scripts = new TicketScripts(lua, show);
        assertThat(scripts.count()).isInstanceOf(LuaReply.Restoring.class);

        move(slot, from, to);

        assertThat(scripts.count()).isInstanceOf(LuaReply.Restoring.class);
        scripts.recover(3);
        assertThat(scripts.counted()).isEqualTo(4);
        onlyAt(to, direct -> assertThat(direct.sync().get(scripts.key("counter"))).isEqualTo("4"));
    }

    /**
     * By the book: only an import gives the new owner an epoch that outbids the old one's gossip.
     */
    private static void move(int slot, RedisServer from, RedisServer to) {
        String oldOwner = idOf(from);
        String newOwner = idOf(to);
        onlyAt(to, direct -> direct.sync().clusterSetSlotImporting(slot, oldOwner));
        onlyAt(from, direct -> direct.sync().clusterSetSlotMigrating(slot, newOwner));
        onlyAt(to, direct -> direct.sync().clusterSetSlotNode(slot, newOwner));
        for (RedisServer master : cluster.masters()) {
            onlyAt(master, direct -> direct.sync().clusterSetSlotNode(slot, newOwner));
        }
    }

    @Test
    void aClusterHasNoSingleConnection() {
        assertThatThrownBy(redis::connection).isInstanceOf(IllegalStateException.class);
        assertThat(redis.sync().ping()).isEqualTo("PONG");
    }

    private void assertClosedOnlyAt(RedisServer master) {
        shows.forEach((show, scripts) -> {
            if (masterOf(show) == master) {
                assertThat(scripts.everyScript()).allMatch(LuaReply.Restoring.class::isInstance);
            } else {
                assertThat(scripts.counted()).isGreaterThanOrEqualTo(6);
            }
        });
    }

    /** The servers agree, and the client has its connections again. */
    private void awaitHealth() {
        cluster.awaitHealth();
        Wait.until(
                "every show is reachable",
                Duration.ofSeconds(20),
                () -> {
                    shows.forEach((show, scripts) -> scripts.incarnation().state(show));
                    return true;
                });
    }

    private static boolean isNotExecuted(TicketScripts scripts) {
        try {
            scripts.count();
            return false;
        } catch (LuaException.NotExecuted e) {
            return true;
        }
    }

    private Map<String, TicketScripts> showsOf(RedisServer master) {
        return shows.entrySet().stream()
                .filter(show -> masterOf(show.getKey()) == master)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static RedisServer masterOf(String show) {
        return cluster.master(SlotHash.getSlot("{" + show + "}"));
    }

    private static String idOf(RedisServer master) {
        StringBuilder id = new StringBuilder();
        onlyAt(master, direct -> id.append(direct.sync().clusterMyId()));
        return id.toString();
    }

    private static void onlyAt(
            RedisServer master,
            java.util.function.Consumer<StatefulRedisConnection<String, String>> work) {
        RedisClient client = RedisClient.create(RedisURI.create(master.url()));
        try (var direct = client.connect()) {
            work.accept(direct);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }
}
