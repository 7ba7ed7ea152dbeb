package onsale.catalog.publishing;

import java.time.Duration;
import java.util.List;
import onsale.catalog.publishing.HearerStore.Due;
import onsale.catalog.publishing.HearerStore.Hearer;
import onsale.catalog.publishing.HearerStore.Missing;
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
    private final HearerStore hearers;
    private final PublishSchedule publish;

    public TellSchedulesAgain(
            Database database,
            PublicationStore publications,
            HearerStore hearers,
            PublishSchedule publish) {
        this.database = database;
        this.publications = publications;
        this.hearers = hearers;
        this.publish = publish;
    }

    public void start(Jobs jobs) {
        jobs.every("tell-schedules-again", EVERY, LEASE, this::tellDue);
    }

    /** Adds the handlers of the confirmations. */
    public static Handlers addTo(Handlers handlers, HearerStore hearers) {
        return handlers.on(
                        ScheduleHeardByReservation.class,
                        heard ->
                                hearers.confirmed(
                                        heard.scheduleId(),
                                        Hearer.RESERVATION,
                                        heard.version(),
                                        heard.inventoryVersion(),
                                        heard.cancelled()))
                .on(
                        ScheduleHeardByQueue.class,
                        heard ->
                                hearers.confirmed(
                                        heard.scheduleId(),
                                        Hearer.QUEUE,
                                        heard.version(),
                                        heard.inventoryVersion(),
                                        heard.cancelled()));
    }

    void tellDue(Lease lease) {
        List<Due> due;
        do {
            due = hearers.due(SCHEDULES_AT_ONCE);
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
        List<Missing> missing = hearers.takeMissing(due.scheduleId());
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
                    missing.stream().anyMatch(m -> m.seats() && m.hearer() == Hearer.RESERVATION);
            publish.repeatSeats(due.scheduleId(), withChunks);
        }
    }
}
