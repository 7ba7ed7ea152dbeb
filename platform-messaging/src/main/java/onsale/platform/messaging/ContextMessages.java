package onsale.platform.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.context.SmartLifecycle;

/**
 * The messaging of one context: its outbox, the relay that publishes it, its consumers and the
 * purge of old rows. The process starts it when Kafka has the topics, because a broker may create
 * missing topics itself, with its own settings. It stops after the web server, so that the messages
 * of the last requests are still sent.
 */
public final class ContextMessages implements SmartLifecycle {

    /** The phase in Spring's life cycle; what starts this has a higher one and stops before it. */
    public static final int PHASE = 0;

    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final Duration PURGE_LEASE = Duration.ofMinutes(5);
    private static final Duration REDRIVE_EVERY = Duration.ofSeconds(2);

    private final Database database;
    private final KafkaSettings kafka;
    private final MessagingSettings settings;
    private final Jobs jobs;
    private final Outbox outbox;
    private final Relay relay;
    private final LostMessages lost;
    private final List<MessageConsumer> consumers = new ArrayList<>();
    private boolean running;

    public ContextMessages(
            Database database,
            Supplier<UUID> ids,
            ContextKeys keys,
            KafkaSettings kafka,
            MessagingSettings settings,
            Jobs jobs) {
        this.database = database;
        this.kafka = kafka;
        this.settings = settings;
        this.jobs = jobs;
        this.outbox = new Outbox(database, ids, keys);
        this.relay = new Relay(database, outbox, kafka, settings);
        this.lost = new LostMessages(database, kafka);
    }

    public Outbox outbox() {
        return outbox;
    }

    /** The name of the context, which is that of its consumer group too. */
    public String context() {
        return outbox.keys().context();
    }

    public boolean consumes() {
        return !consumers.isEmpty();
    }

    /**
     * Adds a consumer; to be called before the start.
     *
     * @param group the name of the context, which messages are sealed for and effects are
     *     remembered under: it must never change
     */
    public ContextMessages consume(String group, Collection<String> topics, Handlers handlers) {
        if (!group.equals(outbox.keys().context())) {
            throw new IllegalArgumentException(group + " is not " + outbox.keys().context());
        }
        consumers.add(new MessageConsumer(database, outbox, kafka, group, topics, handlers));
        return this;
    }

    /**
     * Checks that Kafka still has what it acknowledged, and gives the consumers the current ids of
     * their topics. Throws {@link org.apache.kafka.common.KafkaException} when Kafka does not
     * answer.
     */
    public void checkTopics(Admin admin) {
        lost.republish(admin);
        Set<String> read = new HashSet<>();
        consumers.forEach(consumer -> read.addAll(consumer.topics()));
        Map<String, String> ids = LostMessages.topicIds(admin, read);
        consumers.forEach(consumer -> consumer.topicIds(ids));
    }

    @Override
    public synchronized void start() {
        relay.start();
        consumers.forEach(MessageConsumer::start);
        Purge purge = new Purge(database, settings);
        jobs.every(
                "purge-messages",
                PURGE_EVERY,
                PURGE_LEASE,
                lease -> {
                    while (purge.run() > 0 && lease.stillMine()) {
                        // the next portion
                    }
                },
                purge::waiting);
        if (!consumers.isEmpty()) {
            jobs.every(
                    "redrive-messages",
                    REDRIVE_EVERY,
                    PURGE_LEASE,
                    lease -> consumers.forEach(MessageConsumer::redriveAsked));
        }
        running = true;
    }

    @Override
    public synchronized void stop() {
        consumers.forEach(MessageConsumer::close);
        relay.close();
        running = false;
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    @Override
    public boolean isAutoStartup() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
