package onsale.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.Trees;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageConsumer;
import onsale.platform.messaging.MessageContract;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Relay;
import onsale.platform.messaging.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Measures messages: from commit to effect, the draining of a backlog, the cost of recording. */
final class KernelBench implements Bench.Benchmark {

    @MessageContract(owner = CONTEXT, consumers = CONTEXT)
    record Ordered(String key, long n, String note) {}

    /** The same message without a seal, so that no consumer checks it. */
    @MessageContract(owner = CONTEXT)
    record Open(String key, long n, String note) {}

    /** The kind of message that a transaction records. */
    private enum Message {
        NONE,
        OPEN,
        SEALED;

        Object body(String key, long n) {
            return this == OPEN ? new Open(key, n, "seat A-1") : new Ordered(key, n, "seat A-1");
        }
    }

    private static final String NAME = "kernel";
    private static final String CONTEXT = "bench";
    private static final String TOPIC = "bench";
    private static final int KEYS = 1_000;
    private static final int PER_SECOND = 500;
    private static final int LATENCY_SECONDS = 30;
    private static final int WARM_SECONDS = 45;
    private static final int DRAINED = 100_000;
    private static final int WRITERS = 8;
    private static final int ROUNDS = 5;
    private static final Duration ROUND = Duration.ofSeconds(4);

    @Override
    public List<Result> run() throws Exception {
        Path home = Files.createTempDirectory("onsale-bench-");
        List<Result> results = new ArrayList<>();
        try (DataDirectory directory = DataDirectory.open(home);
                EmbeddedServers servers =
                        EmbeddedServers.start(directory, EmbeddedServers.Wanted.ALL)) {
            World world = World.open(directory, servers);
            try {
                results.addAll(latency(world));
                results.addAll(recordCost(world));
                results.addAll(drain(world));
            } finally {
                world.database.close();
            }
        }
        Trees.delete(home);
        return results;
    }

    private record World(
            Database database, Database second, KafkaSettings kafka, MessageKeys keys) {

        Outbox outbox() {
            return new Outbox(database, UUID::randomUUID, keys.of(CONTEXT));
        }

        static World open(DataDirectory directory, EmbeddedServers servers) {
            PostgresSettings settings =
                    new PostgresSettings(
                            servers.postgres().url("postgres"),
                            0,
                            PostgresServer.ADMIN,
                            servers.postgres().adminPassword(),
                            Map.of(),
                            WRITERS + 4,
                            1,
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(60),
                            Duration.ofMinutes(10));
            ContextSchema schema = new ContextSchema("bench", "bench_user");
            Databases databases = new Databases(settings, directory.secret());
            databases.bootstrap(List.of(schema));
            Database database = databases.open(schema);
            database.sql()
                    .sql("create table counters (key text primary key, n bigint not null)")
                    .update();
            database.sql()
                    .sql("insert into counters select 'k' || i, 0 from generate_series(0, ?) i")
                    .param(KEYS - 1)
                    .update();
            database.sql()
                    .sql("create table facts (id uuid primary key, key text, n bigint)")
                    .update();
            KafkaSettings kafka =
                    new KafkaSettings(
                            servers.kafka().bootstrapServers(),
                            0,
                            "",
                            Duration.ofSeconds(10),
                            servers.kafka().client());
            try (Admin admin = Admin.create(kafka.clientWith(Map.of()))) {
                Topics.create(admin, kafka, List.of(TOPIC), 10);
            }
            return new World(
                    database,
                    databases.open(schema),
                    kafka,
                    MessageKeys.derived(directory.secret(), kafka));
        }

        /** A business transaction of ordinary size: lock an aggregate, insert a row. */
        void write(String key, Message message, Outbox outbox) {
            database.inTransaction(() -> {
                long n =
                        database.sql()
                                .sql("update counters set n = n + 1 where key = ? returning n")
                                .param(key)
                                .query(Long.class)
                                .single();
                database.sql()
                        .sql("insert into facts values (?, ?, ?)")
                        .params(UUID.randomUUID(), key, n)
                        .update();
                if (message != Message.NONE) {
                    outbox.record(new Outgoing(TOPIC, key, message.body(key, n)));
                }
            });
        }
    }

    /** Measures from the commit at the sender to the commit of the effect, at a steady rate. */
    private static List<Result> latency(World world) throws InterruptedException {
        Database database = world.database;
        Outbox outbox = world.outbox();
        Map<String, Long> committedNanos = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Long> latencies = new ConcurrentLinkedQueue<>();
        CountDownLatch warm = new CountDownLatch(1);
        Handlers handlers =
                new Handlers()
                        .on(
                                Ordered.class,
                                ordered ->
                                        afterCommit(() -> {
                                            Long sent = committedNanos.remove(ordered.note());
                                            if (sent != null && warm.getCount() == 0) {
                                                latencies.add(System.nanoTime() - sent);
                                            }
                                        }));
        try (Relay relay = new Relay(database, outbox, world.kafka, BenchServers.MESSAGING);
                MessageConsumer consumer =
                        new MessageConsumer(
                                world.second,
                                outbox,
                                world.kafka,
                                "bench",
                                List.of(TOPIC),
                                handlers)) {
            relay.start();
            consumer.start();
            long start = System.nanoTime();
            int total = PER_SECOND * (WARM_SECONDS + LATENCY_SECONDS);
            CountDownLatch done = new CountDownLatch(total);
            for (int i = 0; i < total; i++) {
                if (i == PER_SECOND * WARM_SECONDS) {
                    warm.countDown();
                }
                LockSupport.parkNanos(start + i * 1_000_000_000L / PER_SECOND - System.nanoTime());
                String key = "k" + i % KEYS;
                String note = "m" + i;
                Thread.ofVirtual()
                        .start(() -> {
                            database.inTransaction(() -> {
                                afterCommit(() -> committedNanos.put(note, System.nanoTime()));
                                database.sql()
                                        .sql("update counters set n = n + 1 where key = ?")
                                        .param(key)
                                        .update();
                                outbox.record(new Outgoing(TOPIC, key, new Ordered(key, 0, note)));
                            });
                            done.countDown();
                        });
            }
            done.await();
            long until = System.nanoTime() + 10_000_000_000L;
            while (!committedNanos.isEmpty() && System.nanoTime() < until) {
                LockSupport.parkNanos(10_000_000);
            }
        }
        long[] sorted = latencies.stream().mapToLong(n -> n).sorted().toArray();
        return List.of(
                Result.printed(NAME, "commit to consumed, p50 at 500/s", millis(sorted, 0.50), "ms")
                        .valueAtMost(20),
                Result.printed(NAME, "commit to consumed, p99 at 500/s", millis(sorted, 0.99), "ms")
                        .valueAtMost(200));
    }

    private static void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        action.run();
                    }
                });
    }

    private static Rounds millis(long[] sorted, double quantile) {
        return Rounds.of(sorted[(int) (quantile * (sorted.length - 1))] / 1e6);
    }

    /** Compares the same transaction with and without a message, in turn. */
    private static List<Result> recordCost(World world) {
        Outbox outbox = world.outbox(); // no relay runs meanwhile
        perSecond(world, Message.SEALED, outbox, Duration.ofSeconds(10)); // warm
        Rounds with = new Rounds();
        Rounds open = new Rounds();
        Rounds without = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            without.add(perSecond(world, Message.NONE, outbox, ROUND));
            open.add(perSecond(world, Message.OPEN, outbox, ROUND));
            with.add(perSecond(world, Message.SEALED, outbox, ROUND));
        }
        return List.of(
                Result.printed(NAME, "transactions without a message", without, "tx/s"),
                Result.printed(NAME, "transactions with a message", with, "tx/s")
                        .against("without", without.median())
                        .ratioAtLeast(0.85),
                Result.printed(NAME, "the same without its seal", open, "tx/s")
                        .against("sealed", with.median()));
    }

    private static double perSecond(World world, Message message, Outbox outbox, Duration time) {
        AtomicLong count = new AtomicLong();
        long end = System.nanoTime() + time.toNanos();
        Thread[] writers = new Thread[WRITERS];
        for (int i = 0; i < WRITERS; i++) {
            writers[i] =
                    Thread.ofVirtual()
                            .start(() -> {
                                while (System.nanoTime() < end) {
                                    int key = ThreadLocalRandom.current().nextInt(KEYS);
                                    world.write("k" + key, message, outbox);
                                    count.incrementAndGet();
                                }
                            });
        }
        Arrays.stream(writers).forEach(KernelBench::join);
        return count.get() / (time.toMillis() / 1000.0);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Measures a backlog of 100,000 with one relay and with two, compared with a bare producer. */
    private static List<Result> drain(World world) throws Exception {
        Rounds bare = new Rounds();
        Rounds one = new Rounds();
        Rounds open = new Rounds();
        Rounds two = new Rounds();
        relay(world, 1, Message.SEALED); // warm
        for (int i = 0; i < 3; i++) {
            bare.add(bareProducer(world.kafka));
            open.add(relay(world, 1, Message.OPEN));
            one.add(relay(world, 1, Message.SEALED));
            two.add(relay(world, 2, Message.SEALED));
        }
        return List.of(
                Result.printed(NAME, "bare producer, acks=all", bare, "msg/s"),
                Result.printed(NAME, "backlog through one relay", one, "msg/s")
                        .against("bare producer", bare.median()),
                Result.printed(NAME, "the same without seals", open, "msg/s")
                        .against("sealed", one.median()),
                Result.printed(NAME, "backlog through two relays", two, "msg/s")
                        .against("one relay", one.median()));
    }

    private static double relay(World world, int relays, Message message) {
        Database database = world.database;
        List<Object> row =
                world.outbox().statement(new Outgoing(TOPIC, "k", message.body("k", 1))).params();
        database.sql().sql("delete from common.outbox_events").update();
        database.sql()
                .sql(
                        """
                        insert into common.outbox_events
                            (id, shard, topic, message_key, event_type, payload, headers)
                        select gen_random_uuid(), i % 16, ?, 'k' || i % ?, 'Drained',
                               convert_to('{"key":"k","n":' || i || ',"note":"seat A-1"}', 'UTF8'), ?
                        from generate_series(1, ?) i
                        """)
                .params(TOPIC, KEYS, row.getLast(), DRAINED)
                .update();
        List<Relay> running = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < relays; i++) {
            Relay relay = new Relay(database, world.outbox(), world.kafka, BenchServers.MESSAGING);
            relay.start();
            running.add(relay);
        }
        while (waiting(database)) {
            LockSupport.parkNanos(20_000_000);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        running.forEach(Relay::close);
        return DRAINED / seconds;
    }

    private static boolean waiting(Database database) {
        return database.sql()
                .sql(
                        """
                        select exists (select from common.outbox_events
                                       where service = current_user and not published
                                         and dead_at is null)
                        """)
                .query(Boolean.class)
                .single();
    }

    private static double bareProducer(KafkaSettings kafka) throws Exception {
        byte[] payload = new byte[60];
        try (var producer =
                new KafkaProducer<>(
                        kafka.clientWith(Map.of("acks", "all")),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            producer.partitionsFor(TOPIC);
            long start = System.nanoTime();
            List<Future<RecordMetadata>> sent = new ArrayList<>(DRAINED);
            for (int i = 0; i < DRAINED; i++) {
                sent.add(producer.send(new ProducerRecord<>(TOPIC, "k" + i % KEYS, payload)));
            }
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
            return DRAINED / ((System.nanoTime() - start) / 1e9);
        }
    }
}
