package onsale.platform.messaging;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.testkit.Child;
import onsale.testkit.Stores;

/** A relay in a process of its own, to be killed and paused. */
final class RelayProcess implements AutoCloseable {

    static final ContextSchema SCHEMA = new ContextSchema("fire_sender", "fire_sender_user");

    private final Child child;

    private RelayProcess(Child child) {
        this.child = child;
    }

    static RelayProcess start(Stores stores, Duration lease) {
        return new RelayProcess(Child.start(RelayProcess.class, stores, Map.of("lease", lease)));
    }

    public static void main(String[] args) throws Exception {
        Database database =
                new Databases(Child.postgresSettings(2, Duration.ofSeconds(30)), Child.secret())
                        .open(SCHEMA);
        new Relay(
                        database,
                        new Outbox(database, UUID::randomUUID, Child.messageKeys().of(Fire.SENDER)),
                        Child.kafkaSettings(),
                        MessagingWorld.withLease(Duration.parse(System.getProperty("lease"))))
                .start();
        new CountDownLatch(1).await();
    }

    void kill() {
        close();
    }

    void pause() {
        child.pause();
    }

    void resume() {
        child.resume();
    }

    @Override
    public void close() {
        child.close();
    }
}
