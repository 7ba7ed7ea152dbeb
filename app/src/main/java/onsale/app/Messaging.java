package onsale.app;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.platform.job.Loop;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the messages of all contexts when Kafka has the topics. Tries once before the web server
 * starts and, if Kafka is away, goes on in the background; meanwhile messages wait in the outbox.
 * Afterwards it looks again and again whether Kafka has lost anything, and makes topics that are
 * gone.
 */
final class Messaging implements SmartLifecycle, AutoCloseable {

    private static final int TIMEOUT_MILLIS = 2_000;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(Messaging.class);

    private final KafkaSettings kafka;
    private final List<String> topics;
    private final int partitions;
    private final List<ContextMessages> contexts;
    private final Loop loop = new Loop("watch-topics", this::watch);
    private @Nullable Admin admin;
    private boolean started;
    private volatile boolean running;
    private volatile @Nullable KafkaException noTopics;

    Messaging(
            KafkaSettings kafka,
            List<String> topics,
            int partitions,
            List<ContextMessages> contexts) {
        this.kafka = kafka;
        this.topics = topics;
        this.partitions = partitions;
        this.contexts = contexts;
    }

    @Override
    public void start() {
        running = true;
        started = starts();
        loop.start();
    }

    private Duration watch() {
        if (!loop.stopsWithin(started ? LOOK_EVERY : RETRY_AFTER)) {
            if (started) {
                look();
            } else {
                started = starts();
            }
        }
        return Duration.ZERO;
    }

    private boolean starts() {
        try {
            Topics.create(admin(), kafka, topics, partitions);
        } catch (KafkaException e) {
            noTopics = e;
            return false;
        }
        if (!loop.isStopping()) {
            look(); // consumers know from the start which topics they read
            contexts.forEach(ContextMessages::start);
            noTopics = null;
        }
        return true;
    }

    /**
     * First everybody finds out what is lost, then missing topics are made: so that what is told
     * again comes before what is told for the first time.
     */
    private void look() {
        try {
            for (ContextMessages context : contexts) {
                context.checkTopics(admin());
            }
            Topics.create(admin(), kafka, topics, partitions);
        } catch (KafkaException e) {
            LOG.debug("The topics cannot be looked at: {}", e.toString()); // Dependency says it
        } catch (RuntimeException e) {
            LOG.warn("The topics are looked at again later: {}", e.toString());
        }
    }

    /** Answers if Kafka does and the topics are there; for health. */
    void ask() throws Exception {
        admin().describeCluster().nodes().get();
        @Nullable KafkaException missing = noTopics;
        if (missing != null) {
            throw missing;
        }
    }

    /** Made late, because it cannot be while nobody knows the name of the server. */
    synchronized Admin admin() {
        if (admin == null) {
            admin =
                    Admin.create(
                            kafka.clientWith(
                                    Map.of(
                                            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                                            TIMEOUT_MILLIS,
                                            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                            TIMEOUT_MILLIS)));
        }
        return admin;
    }

    /** From now on nothing is started; what was stops by itself, in the next phase. */
    @Override
    public void stop() {
        loop.close(Duration.ZERO);
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return ContextMessages.PHASE + 1;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(CLOSE_WITHIN);
        }
    }
}
