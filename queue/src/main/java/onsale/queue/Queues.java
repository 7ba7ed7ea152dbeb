package onsale.queue;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import onsale.queue.ClaimStore.Claim;
import onsale.queue.ClaimStore.Reason;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The parts of this context and how they hang together. */
final class Queues implements AutoCloseable {

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = "queue";

    final ContextMessages messages;
    final QueueStore store;
    final ClaimStore claims;
    final Sales sales;
    final Line line;
    final People people;
    final Lines lines;
    final Journal journal;
    final Turns turns;
    final EnterQueue enterQueue;
    final Status status;
    final EnterCall enterCall;
    final Admission admission;

    Queues(
            Database database,
            Jobs jobs,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging,
            QueueSettings settings,
            Redis redis,
            Passes passes,
            MeterRegistry registry) {
        this(
                database,
                jobs,
                ids,
                kafka,
                messaging,
                settings,
                new Line(new Lua(redis), settings.silentAfter(), settings.claimWithin()),
                new People(new Lua(redis)),
                passes,
                registry);
    }

    Queues(
            Database database,
            Jobs jobs,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging,
            QueueSettings settings,
            Line line,
            People people,
            Passes passes,
            MeterRegistry registry) {
        this.line = line;
        this.people = people;
        messages = new ContextMessages(database, ids::next, kafka, messaging, jobs);
        store = new QueueStore(database);
        claims = new ClaimStore(database);
        sales = new Sales(store, database);
        QueueMetrics metrics = new QueueMetrics(registry);
        lines =
                new Lines(
                        line,
                        people,
                        claims,
                        metrics,
                        settings.followEvery(),
                        settings.silentAfter());
        journal = new Journal(claims);
        turns = new Turns(line, people, claims, journal, passes, ids::next, settings.tokenFor());
        enterQueue = new EnterQueue(sales, line, people, passes);
        status = new Status(sales, lines, turns);
        enterCall = new EnterCall(sales, enterQueue, lines, status);
        admission =
                new Admission(store, claims, line, people, turns, metrics, settings.returnWithin());
        messages.consume(
                GROUP, List.of(Topic.CATALOG_EVENTS, Topic.RESERVATION_EVENTS), handlers());
    }

    private Handlers handlers() {
        return new Handlers()
                .on(SchedulePublished.class, store::publish)
                .on(ScheduleCancelled.class, store::cancel)
                .on(InventoryComplete.class, store::stocked)
                .on(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled);
    }

    /** Paid: the place is free for the next. */
    void confirmed(ReservationConfirmed told) {
        store.sold(told.eventScheduleId(), told.seatIds().size());
        Optional<Claim> claim = turns.release(told.eventScheduleId(), told.userId(), Reason.PAID);
        claim.ifPresent(released -> afterCommit(() -> turns.free(released)));
    }

    void cancelled(ReservationCancelled told) {
        if (told.wasConfirmed()) {
            store.sold(told.eventScheduleId(), -told.seatIds().size());
        }
    }

    private static void afterCommit(Runnable what) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        what.run();
                    }
                });
    }

    @Override
    public void close() {
        lines.close();
        sales.close();
        journal.close();
    }
}
