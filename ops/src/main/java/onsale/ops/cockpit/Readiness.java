package onsale.ops.cockpit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import onsale.ops.OperatorMessages;
import onsale.platform.db.Database;
import onsale.platform.node.NodeReports;
import onsale.platform.node.NodeReports.Reported;

/** What is looked at before a sale begins. It changes nothing, so it may be asked at any time. */
final class Readiness {

    /** Within so many days a rehearsal says something of the sale to come. */
    private static final int REHEARSED_WITHIN_DAYS = 30;

    private static final int OUTBOX_OLD_SECONDS = 60;

    private final Database database;
    private final Database reader;
    private final NodeReports reports;
    private final OperatorMessages messages;

    Readiness(Database database, Database reader, NodeReports reports, OperatorMessages messages) {
        this.database = database;
        this.reader = reader;
        this.reports = reports;
        this.messages = messages;
    }

    enum Subject {
        /** All processes report, and are warm. */
        NODES,
        POSTGRES,
        REDIS,
        KAFKA,
        /** The payment provider answers. */
        PROVIDER,
        /** Reservation and the waiting room know every seat. */
        SEATS,
        /** Nothing waits in the outbox for long, and nothing was given up. */
        MESSAGES,
        /** The last run of the integrity checks found nothing. */
        INTEGRITY,
        /** Simulated fans have played a sale lately. */
        REHEARSED
    }

    enum State {
        GOOD,
        /** The sale may begin, but somebody should know. */
        WARNING,
        BAD
    }

    /**
     * One line of the checklist.
     *
     * @param count how many are good, and {@code of} how many
     */
    record ChecklistItem(Subject subject, State state, long count, long of) {}

    List<ChecklistItem> look(Show show) {
        List<Reported> all = reports.all();
        List<Reported> fresh = ReadReports.fresh(all).toList();
        List<ChecklistItem> items = new ArrayList<>();
        long ready = fresh.stream().filter(one -> one.report().ready()).count();
        items.add(item(Subject.NODES, ready, all.size(), State.BAD));
        items.add(server(Subject.POSTGRES, "postgres", fresh));
        items.add(server(Subject.REDIS, "redis", fresh));
        items.add(server(Subject.KAFKA, "kafka", fresh));
        items.add(server(Subject.PROVIDER, "provider", fresh));
        items.add(item(Subject.SEATS, knownSeats(show.scheduleId()), show.seats(), State.BAD));
        items.add(messages());
        items.add(integrity());
        long rehearsals = rehearsals();
        items.add(
                new ChecklistItem(
                        Subject.REHEARSED,
                        rehearsals > 0 ? State.GOOD : State.WARNING,
                        rehearsals,
                        Math.max(1, rehearsals)));
        return items;
    }

    private static ChecklistItem item(Subject subject, long count, long of, State otherwise) {
        return new ChecklistItem(
                subject, of > 0 && count == of ? State.GOOD : otherwise, count, of);
    }

    /** Among the processes that need the server. */
    private static ChecklistItem server(Subject subject, String name, List<Reported> fresh) {
        Predicate<Reported> needs =
                one -> one.report().servers().stream().anyMatch(s -> s.name().equals(name));
        Predicate<Reported> has =
                one ->
                        one.report().servers().stream()
                                .anyMatch(s -> s.name().equals(name) && s.up());
        long count = fresh.stream().filter(has).count();
        return item(subject, count, fresh.stream().filter(needs).count(), State.BAD);
    }

    /** How many seats both reservation and the waiting room know, as of the same inventory. */
    private long knownSeats(UUID scheduleId) {
        return reader.sql()
                .sql(
                        """
                        select least(i.seat_count, case when s.queued then q.seats
                                                        else i.seat_count end)
                        from event_service.event_schedules s
                        join reservation_service.inventories i
                            on i.schedule_id = s.id and i.version = s.inventory_version
                        left join queue_service.stocks q
                            on q.schedule_id = s.id and q.version = s.inventory_version
                        where s.id = ?
                        """)
                .param(scheduleId)
                .query((row, n) -> Optional.of(row.getLong(1)))
                .optional()
                .flatMap(found -> found)
                .orElse(0L);
    }

    private ChecklistItem messages() {
        List<OperatorMessages.Summary> all = messages.summary();
        long good = all.stream().filter(one -> !isTroubled(one)).count();
        return new ChecklistItem(
                Subject.MESSAGES,
                good == all.size() ? State.GOOD : State.WARNING,
                good,
                all.size());
    }

    private boolean isTroubled(OperatorMessages.Summary one) {
        return one.refused() + one.unhandled() + one.rejected() > 0
                || (one.oldestAt() != null
                        && one.oldestAt()
                                .isBefore(database.now().minusSeconds(OUTBOX_OLD_SECONDS)));
    }

    private ChecklistItem integrity() {
        return database.sql()
                .sql(
                        """
                        select count(*) filter (where found = 0 and problem is null) as good,
                               count(*) as known
                        from integrity_results
                        """)
                .query((row, n) ->
                        item(
                                Subject.INTEGRITY,
                                row.getLong("good"),
                                row.getLong("known"),
                                State.WARNING))
                .single();
    }

    private long rehearsals() {
        return database.sql()
                .sql(
                        """
                        select count(*) from common.audit
                        where action = 'rehearsal.create-fans'
                          and at > now() - ? * interval '1 day'
                        """)
                .param(REHEARSED_WITHIN_DAYS)
                .query(Long.class)
                .single();
    }
}
