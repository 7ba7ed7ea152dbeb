package onsale.platform.messaging;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A sender that counts up 200 keys, relays in this process or in their own, consumers that write
 * down what they saw. The n-th message of a key carries n, so order and loss show in the tables.
 */
final class Fire implements AutoCloseable {

    static final String SENDER = "sender";
    static final String RECEIVER = "receiver";

    static final int KEYS = 200;
    private static final int WRITERS = 4;
    private static final int PARTITIONS = 10;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);

    @MessageContract(owner = SENDER, consumers = RECEIVER)
    record Counted(String key, long n) {}

    private final Stores stores;
    private final String topic;
    private final Database sender;
    private final Database receiver;
    private final List<RelayProcess> relays = new ArrayList<>();
    private final List<Runnable> running = new ArrayList<>();
    private final AtomicInteger left;

    Fire(Stores stores, String name, int messages) throws Exception {
        this.stores = stores;
        this.topic = name;
        this.left = new AtomicInteger(messages);
        this.sender = stores.database(RelayProcess.SCHEMA);
        this.receiver = stores.database(new ContextSchema("fire_receiver", "fire_receiver_user"));
        sender.sql().sql("delete from common.outbox_events").update();
        sender.sql().sql("drop table if exists counters").update();
        sender.sql()
                .sql("create table counters (key text primary key, n bigint not null)")
                .update();
        sender.sql()
                .sql("insert into counters select 'key-' || i, 0 from generate_series(1, ?) i")
                .param(KEYS)
                .update();
        receiver.sql().sql("drop table if exists effects").update();
        receiver.sql()
                .sql(
                        """
                        create table effects (
                            seq bigint generated always as identity, key text, n bigint)
                        """)
                .update();
        try (Admin admin = admin()) {
            Topics.create(admin, stores.kafkaSettings(), List.of(topic), PARTITIONS);
        }
    }

    /** Relays that share nothing but this JVM. */
    void startRelays(int count, Duration lease) {
        for (int i = 0; i < count; i++) {
            Database database =
                    new Databases(stores.postgresSettings(), stores.secret())
                            .open(RelayProcess.SCHEMA);
            Relay relay =
                    new Relay(
                            database,
                            outbox(database, SENDER),
                            stores.kafkaSettings(),
                            MessagingWorld.withLease(lease));
            relay.start();
            running.add(database::close);
            running.add(relay::close);
        }
    }

    /** Relays that can be killed and paused. */
    void startRelayProcesses(int count, Duration lease) {
        for (int i = 0; i < count; i++) {
            RelayProcess relay = RelayProcess.start(stores, lease);
            relays.add(relay);
            running.add(relay::close);
        }
    }

    RelayProcess relay(int index) {
        return relays.get(index);
    }

    private Outbox outbox(Database database, String context) {
        return new Outbox(database, UUID::randomUUID, stores.messageKeys().of(context));
    }

    void startConsumers(int count) {
        Handlers handlers =
                new Handlers()
                        .on(
                                Counted.class,
                                counted -> {
                                    receiver.sql()
                                            .sql("insert into effects (key, n) values (?, ?)")
                                            .params(counted.key(), counted.n())
                                            .update();
                                });
        Outbox outbox = outbox(receiver, RECEIVER);
        for (int i = 0; i < count; i++) {
            MessageConsumer consumer =
                    new MessageConsumer(
                            receiver,
                            outbox,
                            stores.kafkaSettings(),
                            "group-" + topic,
                            List.of(topic),
                            handlers);
            consumer.start();
            running.add(consumer::close);
        }
    }

    /** Writers go on by themselves until every message is committed, whatever happens meanwhile. */
    void startWriting() {
        for (int i = 0; i < WRITERS; i++) {
            Random random = new Random(i);
            Thread writer = Thread.ofVirtual().start(() -> write(random));
            running.add(writer::interrupt);
        }
    }

    private void write(Random random) {
        Outbox outbox = outbox(sender, SENDER); // not that of a relay: no wake-up
        while (left.getAndDecrement() > 0) {
            String key = "key-" + (1 + random.nextInt(KEYS));
            boolean[] committed = {false};
            while (!committed[0]) {
                try {
                    sender.inTransaction(() -> count(outbox, key));
                    committed[0] = true;
                } catch (RuntimeException e) {
                    // Not committed or not known: then one more is written; see committed()
                    pauseFor(Duration.ofMillis(100));
                }
            }
        }
    }

    private void count(Outbox outbox, String key) {
        long n =
                sender.sql()
                        .sql("update counters set n = n + 1 where key = ? returning n")
                        .param(key)
                        .query(Long.class)
                        .single();
        outbox.record(new Outgoing(topic, key, new Counted(key, n)));
    }

    void awaitEffects(long atLeast) {
        Wait.until(atLeast + " effects", LONG_ENOUGH, () -> effects() >= atLeast);
    }

    void awaitSentToKafka(long atLeast) {
        Wait.until(atLeast + " records", LONG_ENOUGH, () -> sentToKafka() >= atLeast);
    }

    void awaitEverythingConsumed() {
        Wait.until(
                "no lag",
                LONG_ENOUGH,
                () -> {
                    try (Admin admin = admin()) {
                        Map<TopicPartition, OffsetAndMetadata> committed =
                                admin.listConsumerGroupOffsets(
                                                stores.kafkaSettings().topicPrefix()
                                                        + "group-"
                                                        + topic)
                                        .partitionsToOffsetAndMetadata()
                                        .get();
                        return committed.values().stream()
                                        .mapToLong(OffsetAndMetadata::offset)
                                        .sum()
                                >= sentToKafka();
                    }
                });
    }

    long effects() {
        return count("select count(*) from effects");
    }

    long effectsOutOfOrder() {
        return count(
                """
                select count(*) from (
                    select n, lag(n, 1, 0) over (partition by key order by seq) as before from effects) e
                where n <> before + 1
                """);
    }

    /** The counters know how many messages were committed, also where the writer does not. */
    long committed() {
        return sender.sql().sql("select sum(n) from counters").query(Long.class).single();
    }

    long sentToKafka() {
        return records().values().stream().mapToLong(List::size).sum();
    }

    /** How often a key's number on the topic was not higher than the one before it. */
    long sentBackwards() {
        return records().values().stream()
                .mapToLong(ns -> {
                    long backwards = 0;
                    for (int i = 1; i < ns.size(); i++) {
                        backwards += ns.get(i) <= ns.get(i - 1) ? 1 : 0;
                    }
                    return backwards;
                })
                .sum();
    }

    /** Everything on the topic, per key in the order of its partition. */
    private Map<String, List<Long>> records() {
        Map<String, List<Long>> byKey = new HashMap<>();
        try (var consumer =
                new KafkaConsumer<>(
                        stores.kafkaSettings().clientWith(Map.of()),
                        new StringDeserializer(),
                        new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition(stores.kafkaSettings().topicPrefix() + topic, i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = consumer.endOffsets(partitions).values().stream().mapToLong(n -> n).sum();
            long seen = 0;
            while (seen < end) {
                for (var record : consumer.poll(Duration.ofMillis(200))) {
                    seen++;
                    String json = new String(record.value(), StandardCharsets.UTF_8);
                    long n = Long.parseLong(json.replaceAll(".*\"n\":(\\d+).*", "$1"));
                    byKey.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(n);
                }
            }
        }
        return byKey;
    }

    /** The oldest messages go out once more, as after a crash between sending and marking. */
    void sendAgain(int count) {
        sender.sql()
                .sql(
                        """
                        update common.outbox_events set published = false
                        where seq in (select seq from common.outbox_events order by seq limit ?)
                        """)
                .param(count)
                .update();
    }

    void execute(String sql) throws SQLException {
        try (Connection admin = stores.admin();
                var statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    void pauseFor(Duration duration) {
        long until = System.nanoTime() + duration.toNanos();
        Wait.until("time has passed", LONG_ENOUGH, () -> System.nanoTime() - until >= 0);
    }

    private long count(String sql) {
        return receiver.sql().sql(sql).query(Long.class).single();
    }

    private Admin admin() {
        return Admin.create(stores.kafkaSettings().clientWith(Map.of()));
    }

    @Override
    public void close() {
        left.set(0);
        running.reversed().forEach(Runnable::run);
    }
}
