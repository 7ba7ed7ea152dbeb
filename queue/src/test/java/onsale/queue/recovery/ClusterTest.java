package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import onsale.platform.embedded.RedisServer;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.QueueModule;
import onsale.queue.Room;
import onsale.queue.admission.TakeTurn;
import onsale.queue.enter.EnterQueue.Outcome;
import onsale.queue.line.Fan;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;
import onsale.testkit.OwnRedis;
import onsale.testkit.RedisCluster;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Lines and persons on a cluster: each line is on one server, persons are on all of them. */
class ClusterTest {

    private static final int SALES = 8;

    @RegisterExtension static final Stores stores = Stores.shared();
    @TempDir static Path home = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private static RedisCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private static Redis redis;

    @SuppressWarnings("NullAway.Init")
    private static Room room;

    private final List<Sale> sales = new ArrayList<>();

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(home, OwnRedis.cache(), new Secret("cluster-password"));
        redis = new Redis(new RedisSettings(new Secret(cluster.urls()), 0, Duration.ofSeconds(2)));
        room =
                new Room(
                        stores.database(QueueModule.SCHEMA),
                        redis,
                        stores.kafkaSettings(),
                        stores.secret(),
                        Room.SETTINGS,
                        null);
    }

    @BeforeEach
    void someSales() {
        for (int i = 0; i < SALES; i++) {
            sales.add(room.aSale(1_000, 1));
        }
    }

    @AfterAll
    static void stop() {
        room.close();
        redis.close();
        cluster.close();
    }

    private static RedisServer masterOf(Sale sale) {
        return cluster.master(SlotHash.getSlot("{" + sale.id() + "}"));
    }

    @Test
    void aFansWholeWay() {
        for (Sale sale : sales) {
            Receipt first = room.entered(sale, Room.aFan());
            Receipt second = room.entered(sale, Room.aFan());
            room.admitted(first);
            assertThat(room.status(second)).contains("\"position\":1");
            assertThat(room.enter(otherThan(sale), second.fan()))
                    .isEqualTo(new Outcome.Elsewhere(sale.id()));

            room.leaveQueue.run(first);
            assertThat(room.takeTurn.run(first)).isInstanceOf(TakeTurn.Outcome.Over.class);
            room.admitted(second);
            room.leaveQueue.run(second);
        }
        assertThat(sales.stream().map(ClusterTest::masterOf).distinct().count())
                .as("they are not all on one server")
                .isGreaterThan(1);
    }

    private Sale otherThan(Sale sale) {
        return sales.stream().filter(one -> !one.id().equals(sale.id())).findFirst().orElseThrow();
    }

    @Test
    void aServerThatLosesEverythingCostsNoPlaceAndTheOthersGoOn() {
        List<Receipt> waiting = new ArrayList<>();
        for (Sale sale : sales) {
            Receipt first = room.entered(sale, Room.aFan());
            room.admitted(first);
            waiting.add(room.entered(sale, Room.aFan()));
            waiting.add(room.entered(sale, Room.aFan()));
        }
        RedisServer flushed = masterOf(sales.getFirst());

        flushed.flushAll();
        for (Sale sale : sales) {
            assertThat(room.isOpen(sale)).isEqualTo(masterOf(sale) != flushed);
        }
        room.open();
        Wait.until(
                "all are back",
                Room.SOON,
                () -> {
                    room.lines.tick();
                    return waiting.stream()
                            .map(room::now)
                            .noneMatch(answer -> answer.contains("RESTORING"));
                });

        for (int i = 0; i < waiting.size(); i++) {
            assertThat(room.status(waiting.get(i))).contains("\"position\":" + (i % 2 + 1));
        }
        // those who wait are bound, wherever the bindings were
        for (Receipt receipt : waiting) {
            assertThat(room.enter(otherThan(room.sale(receipt.scheduleId())), receipt.fan()))
                    .isInstanceOf(Outcome.Elsewhere.class);
        }
    }

    /** One server that is away must not keep the lines of the others from moving. */
    @Test
    void whileOneServerIsAwayTheOthersCall() {
        RedisServer dead = masterOf(sales.getFirst());
        List<Receipt> receipts = new ArrayList<>();
        for (Sale sale : sales) {
            room.change(sale, new SaleStore.Change(1_000, 100, null, null, null));
            if (masterOf(sale) != dead) {
                receipts.add(enteredAndBoundElsewhere(sale, dead));
            }
        }

        dead.kill();
        Wait.until(
                "everybody who can be is called",
                Duration.ofSeconds(30),
                () -> {
                    try {
                        room.admitFans.run();
                    } catch (LuaException e) {
                        // one server is away
                    }
                    return receipts.stream()
                            .allMatch(one ->
                                    room.takeTurn.run(one) instanceof TakeTurn.Outcome.Admitted);
                });

        dead.start();
        cluster.awaitHealth();
        Wait.until(
                "every line is open again",
                Duration.ofSeconds(30),
                () -> {
                    room.open();
                    return sales.stream().allMatch(sale -> room.isOpen(sale));
                });
    }

    /** A fan whose binding does not lie on the server that is about to die. */
    private static Receipt enteredAndBoundElsewhere(Sale sale, RedisServer dead) {
        Fan fan = Room.aFan();
        while (cluster.master(
                        SlotHash.getSlot(
                                "{" + PersonBindings.tag(PersonBindings.group(fan.person())) + "}"))
                == dead) {
            fan = Room.aFan();
        }
        return room.entered(sale, fan);
    }
}
