package onsale.platform.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import org.springframework.context.SmartLifecycle;

/**
 * One context's part in messages: its outbox, the relay that publishes it, its consumers and the
 * purge of what is done. Starts before the web server and stops after it, so that what the last
 * requests record is still sent.
 */
public final class ContextMessages implements SmartLifecycle {

    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final Duration PURGE_LEASE = Duration.ofMinutes(5);

    private final Database database;
    private final KafkaSettings kafka;
    private final MessagingSettings settings;
    private final Jobs jobs;
    private final Outbox outbox;
    private final Relay relay;
    private final List<MessageConsumer> consumers = new ArrayList<>();
    private boolean running;

    public ContextMessages(
            Database database,
            Supplier<UUID> ids,
            KafkaSettings kafka,
            MessagingSettings settings,
            Jobs jobs) {
        this.database = database;
        this.kafka = kafka;
        this.settings = settings;
        this.jobs = jobs;
        this.outbox = new Outbox(database, ids);
        this.relay = new Relay(database, outbox, kafka, settings);
    }

    public Outbox outbox() {
        return outbox;
    }

    /**
     * Before the start.
     *
     * @param group also the name under which effects are remembered: never change it
     */
    public ContextMessages consume(String group, Collection<String> topics, Handlers handlers) {
        consumers.add(new MessageConsumer(database, outbox, kafka, group, topics, handlers));
        return this;
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
                });
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
    public int getPhase() {
        return 0;
    }
}
