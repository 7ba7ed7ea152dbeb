package onsale.notification.webhook;

import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The tables {@code webhook_events} and {@code webhook_deliveries}. Times are the database's. */
final class WebhookDeliveryStore {

    /** The states of a delivery. */
    enum State {
        PENDING,
        DELIVERED,
        FAILED
    }

    /**
     * A line of the delivery log.
     *
     * @param status of the last answer; null if there was none
     * @param error why there was none
     */
    record LoggedDelivery(
            UUID eventId,
            WebhookEvent type,
            State state,
            int attempts,
            Instant createdAt,
            @Nullable Instant lastAt,
            @Nullable Integer status,
            @Nullable String error,
            @Nullable String answer,
            @Nullable Long millis,
            @Nullable Instant nextAt) {}

    private final Database database;

    WebhookDeliveryStore(Database database) {
        this.database = database;
    }

    /** The same event again changes nothing. */
    void happened(UUID id, WebhookEvent type, UUID scheduleId, UUID orderKey, String body) {
        database.sql()
                .sql(
                        """
                        insert into webhook_events (id, type, schedule_id, order_key, body)
                        select :id, :type, :schedule, :key, :body
                        where exists (select from webhooks)
                        on conflict do nothing
                        """)
                .param("id", id)
                .param("type", type.type())
                .param("schedule", scheduleId)
                .param("key", orderKey)
                .param("body", body)
                .update();
    }

    /**
     * Gives events whose show's owner is known to the owner's endpoints, in their order; what
     * nobody can be found for by then is dropped. Returns the number of events.
     */
    int handOut(Duration giveUpAfter, int rowsMax) {
        return database.inTransaction(() -> {
            List<Long> taken =
                    database.sql()
                            .sql(
                                    """
                                    select e.seq from webhook_events e
                                    left join shows s on s.schedule_id = e.schedule_id
                                    where s.version > 0
                                       or e.created_at < now() - :giveUp * interval '1 ms'
                                    order by e.seq limit :max for update of e
                                    """)
                            .param("giveUp", giveUpAfter.toMillis())
                            .param("max", rowsMax)
                            .query(Long.class)
                            .list();
            if (taken.isEmpty()) {
                return 0;
            }
            Long[] seqs = taken.toArray(Long[]::new);
            database.sql()
                    .sql(
                            """
                            insert into webhook_deliveries (seq, webhook_id, event_id, type,
                                order_key, body, give_up_at)
                            select e.seq, w.id, e.id, e.type, e.order_key, e.body,
                                   now() + :giveUp * interval '1 ms'
                            from webhook_events e
                            join shows s on s.schedule_id = e.schedule_id
                            join webhooks w on w.owner_id = s.owner_id
                                and e.type = any(w.event_types)
                            where e.seq = any(:seqs)
                            on conflict do nothing
                            """)
                    .param("giveUp", giveUpAfter.toMillis())
                    .param("seqs", seqs)
                    .update();
            database.sql()
                    .sql("delete from webhook_events where seq = any(:seqs)")
                    .param("seqs", seqs)
                    .update();
            return seqs.length;
        });
    }

    /** The endpoints that have something due and are neither paused nor left alone. */
    List<UUID> due(Collection<UUID> except, int max) {
        return database.sql()
                .sql(
                        """
                        select w.id from webhooks w
                        where w.paused_at is null and w.next_at <= now()
                          and not w.id = any(:except)
                          and exists (select from webhook_deliveries d
                                      where d.webhook_id = w.id and d.state = 'PENDING'
                                        and d.next_at <= now())
                        order by w.next_at limit :max
                        """)
                .param("except", except.toArray(UUID[]::new))
                .param("max", max)
                .query(UUID.class)
                .list();
    }

    /**
     * Takes deliveries of one endpoint, of each key only the first that is pending: so what is
     * taken together may be sent in any order.
     */
    List<WebhookDelivery> claim(UUID webhookId, Duration lease, int max) {
        return database.sql()
                .sql(
                        """
                        update webhook_deliveries
                        set attempts = attempts + 1, next_at = now() + :lease * interval '1 ms'
                        where (webhook_id, event_id) in (
                            select d.webhook_id, d.event_id from webhook_deliveries d
                            where d.webhook_id = :webhook and d.state = 'PENDING'
                              and d.next_at <= now() and d.give_up_at > now()
                              and not exists (
                                  select from webhook_deliveries earlier
                                  where earlier.webhook_id = d.webhook_id
                                    and earlier.order_key = d.order_key
                                    and earlier.seq < d.seq and earlier.state = 'PENDING')
                            order by d.seq limit :max for update skip locked)
                        returning webhook_id, event_id, body, attempts
                        """)
                .param("webhook", webhookId)
                .param("lease", lease.toMillis())
                .param("max", max)
                .query(WebhookDelivery.class)
                .list();
    }

    /** What an attempt led to, for the log. */
    record Attempt(
            @Nullable Integer status,
            @Nullable String error,
            @Nullable String answer,
            long millis) {}

    void delivered(WebhookDelivery one, Attempt attempt) {
        end(one, attempt, "state = 'DELIVERED', ended_at = now()");
    }

    void failed(WebhookDelivery one, Attempt attempt) {
        end(one, attempt, "state = 'FAILED', ended_at = now()");
    }

    void retry(WebhookDelivery one, Attempt attempt, Duration after) {
        end(one, attempt, "next_at = now() + %d * interval '1 ms'".formatted(after.toMillis()));
    }

    /** Guarded by the claim: whoever lost it changes nothing. */
    private void end(WebhookDelivery one, Attempt attempt, String change) {
        database.sql()
                .sql(
                        """
                        update webhook_deliveries
                        set %s, last_at = now(), last_status = :status, last_error = :error,
                            last_answer = :answer, last_millis = :millis
                        where webhook_id = :webhook and event_id = :event
                          and state = 'PENDING' and attempts = :attempts
                        """
                                .formatted(change))
                .param("status", attempt.status(), Types.INTEGER)
                .param("error", attempt.error(), Types.VARCHAR)
                .param("answer", attempt.answer(), Types.VARCHAR)
                .param("millis", attempt.millis())
                .param("webhook", one.webhookId())
                .param("event", one.eventId())
                .param("attempts", one.attempts())
                .update();
    }

    int giveUp(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        update webhook_deliveries set state = 'FAILED', ended_at = now()
                        where (webhook_id, event_id) in (
                            select webhook_id, event_id from webhook_deliveries
                            where state = 'PENDING' and give_up_at <= now() and next_at <= now()
                            limit :max for update skip locked)
                        """)
                .param("max", rowsMax)
                .update();
    }

    // ---- the log

    List<LoggedDelivery> log(UUID webhookId, int page, int size) {
        return database.sql()
                .sql(
                        """
                        select * from webhook_deliveries where webhook_id = :webhook
                        order by created_at desc, seq desc limit :size offset :offset
                        """)
                .param("webhook", webhookId)
                .param("size", size)
                .param("offset", (long) page * size)
                .query((row, _) ->
                        new LoggedDelivery(
                                row.getObject("event_id", UUID.class),
                                WebhookEvent.of(row.getString("type")),
                                State.valueOf(row.getString("state")),
                                row.getInt("attempts"),
                                Times.read(row, "created_at"),
                                Times.readOrNull(row, "last_at"),
                                row.getObject("last_status", Integer.class),
                                row.getString("last_error"),
                                row.getString("last_answer"),
                                row.getObject("last_millis", Long.class),
                                row.getString("state").equals("PENDING")
                                        ? Times.read(row, "next_at")
                                        : null))
                .list();
    }

    long count(UUID webhookId) {
        return database.sql()
                .sql("select count(*) from webhook_deliveries where webhook_id = ?")
                .param(webhookId)
                .query(Long.class)
                .single();
    }

    /** Sends an event once more, whatever became of it. Returns false if there is none. */
    boolean redeliver(UUID webhookId, UUID eventId, Duration giveUpAfter) {
        return database.sql()
                        .sql(
                                """
                                update webhook_deliveries
                                set state = 'PENDING', attempts = 0, ended_at = null, next_at = now(),
                                    give_up_at = now() + :giveUp * interval '1 ms'
                                where webhook_id = :webhook and event_id = :event
                                """)
                        .param("giveUp", giveUpAfter.toMillis())
                        .param("webhook", webhookId)
                        .param("event", eventId)
                        .update()
                == 1;
    }

    int deleteOld(Duration keptFor, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from webhook_deliveries where (webhook_id, event_id) in (
                            select webhook_id, event_id from webhook_deliveries
                            where ended_at < now() - :kept * interval '1 s' limit :max)
                        """)
                .param("kept", keptFor.toSeconds())
                .param("max", rowsMax)
                .update();
    }
}
