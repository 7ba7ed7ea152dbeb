package onsale.queue.recovery;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.RedisServer;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import onsale.queue.QueueModule;
import onsale.queue.QueueSettings;
import onsale.queue.Room;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.testkit.FaultProxy;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;

/** Nodes whose Redis can be lost: a node for all tests of a class, and others for one test. */
final class LossFixture implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(20);

    static final QueueSettings QUICK = settings(Duration.ofMillis(50), Duration.ofMillis(300));

    /** For nodes that do only what the test says. */
    static final QueueSettings STILL = settings(Duration.ofSeconds(10), Duration.ZERO);

    private final Stores stores;
    private final OwnRedis redis;
    private final Database database;
    private final FaultProxy way;
    private final Room room;
    private final List<Sale> sales = new ArrayList<>();
    private final List<Room> nodes = new ArrayList<>();

    LossFixture(Stores stores, OwnRedis redis) {
        this.stores = stores;
        this.redis = redis;
        database = stores.database(QueueModule.SCHEMA);
        way = new FaultProxy().forwardTo(redis.server().port());
        room = node(database, way, QUICK);
    }

    static QueueSettings settings(Duration follow, Duration returnWithin) {
        return new QueueSettings(
                Duration.ofMillis(200),
                follow,
                Duration.ofMillis(200),
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                Duration.ofSeconds(90),
                returnWithin,
                Duration.ofHours(24));
    }

    Database database() {
        return database;
    }

    /** The proxy by which nodes reach Redis. */
    FaultProxy way() {
        return way;
    }

    Room room() {
        return room;
    }

    // ---- around each test

    void connect() {
        way.forwardTo(redis.server().port());
        way.cutAll();
        Wait.until(
                "the connection is back",
                SOON,
                () -> {
                    room.open();
                    return true;
                });
    }

    /** Ends the sales of a test, so that the next one need not recover them. */
    void endSales() {
        nodes.forEach(Room::close);
        nodes.clear();
        Instant ago = Instant.now().minus(3, ChronoUnit.HOURS);
        sales.forEach(sale -> room.publish(sale.id(), 9, ago, ago.plusSeconds(1)));
        sales.clear();
    }

    // ---- nodes, sales and fans

    private Room node(Database at, FaultProxy by, QueueSettings settings) {
        String url = redis.server().url();
        RedisSettings toRedis =
                new RedisSettings(
                        new Secret(url.replace(":" + redis.server().port(), ":" + by.port())),
                        0,
                        Duration.ofSeconds(2));
        return new Room(
                at,
                redis.closing(new Redis(toRedis)),
                stores.kafkaSettings(),
                stores.secret(),
                settings,
                null);
    }

    Room aNode(QueueSettings settings) {
        return aNode(database, way, settings);
    }

    Room aNode(Database at, FaultProxy by, QueueSettings settings) {
        Room node = node(at, by, settings);
        nodes.add(node);
        return node;
    }

    /** Another pool of the same database. */
    Database database(String url, int connections, Duration waitForOne) {
        return stores.closing(
                new Databases(
                                new PostgresSettings(
                                        url,
                                        0,
                                        "",
                                        Secret.NONE,
                                        Map.of(),
                                        connections,
                                        1,
                                        waitForOne,
                                        Duration.ofSeconds(30),
                                        Duration.ofSeconds(60)),
                                stores.secret())
                        .open(QueueModule.SCHEMA));
    }

    Sale aSale(int maxActive) {
        Sale sale = room.aSale(1_000, maxActive);
        sales.add(sale);
        return sale;
    }

    List<Receipt> entered(Sale sale, int fans) {
        List<Receipt> all = new ArrayList<>();
        for (int i = 0; i < fans; i++) {
            all.add(room.entered(sale, Room.aFan()));
        }
        return all;
    }

    /** All fans poll, as their browsers do, until each of them knows where they stand. */
    void comeBack(Room node, List<Receipt> fans) {
        Wait.until(
                "all know where they stand",
                SOON,
                () -> {
                    node.lines.tick();
                    return fans.stream()
                            .map(node::now)
                            .noneMatch(answer -> answer.contains("RESTORING"));
                });
    }

    void open(Room node, Sale sale) {
        Wait.until(
                "the line is open",
                SOON,
                () -> {
                    node.open();
                    return node.isOpen(sale);
                });
    }

    /** A replica that hears nothing any more, and takes over nevertheless. */
    RedisServer cutOffReplica() {
        RedisServer replica = redis.closing(redis.server().replica(redis.emptyDirectory()));
        replica.start();
        Redis direct =
                redis.closing(
                        new Redis(
                                new RedisSettings(
                                        new Secret(replica.url()), 0, Duration.ofSeconds(2))));
        Wait.until(
                "the replica has everything",
                SOON,
                () -> direct.sync().info("replication").contains("master_link_status:up"));
        direct.connection().sync().replicaofNoOne();
        return replica;
    }

    @Override
    public void close() {
        room.close();
        way.close();
    }
}
