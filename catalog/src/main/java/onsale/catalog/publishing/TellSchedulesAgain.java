package onsale.catalog.publishing;

import java.time.Duration;
import java.util.List;
import onsale.catalog.publishing.ConsumerStore.Consumer;
import onsale.catalog.publishing.ConsumerStore.Due;
import onsale.catalog.publishing.ConsumerStore.Missing;
import onsale.contracts.ScheduleHeardByQueue;
import onsale.contracts.ScheduleHeardByReservation;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.messaging.Handlers;

/**
 * Tells a schedule again, at growing intervals, to each context that has not confirmed it. So a
 * lost message neither keeps a show off sale nor keeps a cancelled show on sale.
 */
public final class TellSchedulesAgain {

    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int SCHEDULES_AT_ONCE = 50;

    private final Database database;
    private final PublicationStore publications;
    private final ConsumerStore consumers;
    private final PublishSchedule publish;

    public TellSchedulesAgain(
            Database database,
            PublicationStore publications,
            ConsumerStore consumers,
            PublishSchedule publish) {
        this.database = database;
        this.publications = publications;
        this.consumers = consumers;
        this.publish = publish;
    }

    public void start(Jobs jobs) {
        jobs.every("tell-schedules-again", EVERY, LEASE, this::tellDue);
    }

    /** Adds the handlers of the confirmations. */
    public static Handlers addTo(Handlers handlers, ConsumerStore consumers) {
        return handlers.on(
                        ScheduleHeardByReservation.class,
                        heard ->
                                consumers.confirmed(
                                        heard.scheduleId(),
                                        Consumer.RESERVATION,
                                        heard.version(),
                                        heard.inventoryVersion(),
                                        heard.cancelled()))
                .on(
                        ScheduleHeardByQueue.class,
                        heard ->
                                consumers.confirmed(
                                        heard.scheduleId(),
                                        Consumer.QUEUE,
                                        heard.version(),
                                        heard.inventoryVersion(),
                                        heard.cancelled()));
    }

    void tellDue(Lease lease) {
        List<Due> due;
        do {
            due = consumers.due(SCHEDULES_AT_ONCE);
            for (Due one : due) {
                if (!lease.stillMine()) {
                    return;
                }
                database.inTransaction(() -> tell(one));
            }
        } while (due.size() == SCHEDULES_AT_ONCE);
    }

    /** Locks event and schedule first, so that all terms are of the same moment. */
    private void tell(Due due) {
        publications.lockEvent(due.eventId());
        publications.lockSchedule(due.scheduleId());
        List<Missing> missing = consumers.takeMissing(due.scheduleId());
        if (missing.stream().anyMatch(Missing::cancelled)) {
            publish.repeatCancellation(due.scheduleId());
            return;
        }
        if (missing.stream().anyMatch(Missing::terms)) {
            publish.repeatTerms(due.scheduleId());
        }
        if (missing.stream().anyMatch(Missing::seats)) {
            // only reservation needs every seat, the waiting room their number
            boolean withChunks =
                    missing.stream()
                            .anyMatch(m -> m.seats() && m.consumer() == Consumer.RESERVATION);
            publish.repeatSeats(due.scheduleId(), withChunks);
        }
    }
}
