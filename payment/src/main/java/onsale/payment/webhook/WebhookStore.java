package onsale.payment.webhook;

import java.time.Duration;
import java.util.List;
import onsale.platform.db.Database;

/** The table of webhooks. */
public final class WebhookStore {

    /** How long the node that received a webhook has before the job looks at it as well. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

    private final Database database;

    public WebhookStore(Database database) {
        this.database = database;
    }

    /** What is to be done about a webhook that has just come. */
    enum Todo {
        /** It came before, or tells what is final here. */
        NOTHING,
        /** A confirm is about to see the same itself; the job looks whether it did. */
        LATER,
        NOW
    }

    /** Whether a webhook {@code w} tells what is final of its payment {@code p}. */
    private static final String AGREES =
            """
            p.portone_transaction_id = w.transaction_id
            and case w.type when 'Transaction.Paid' then p.status in ('SUCCESS', 'REFUNDED')
                            when 'Transaction.Cancelled' then p.status = 'REFUNDED'
                            else false end
            """;

    private static final String INSERT =
            """
            with w as (
                select ?::text as id, left(?, 100) as type, ?::text as provider_id,
                       left(?, 100) as transaction_id, ?::text as body),
            seen as (
                select
            """
                    + AGREES
                    + """
                            as agrees,
                           p.status = 'PENDING' and p.confirm_started_at > now() - interval '2 s'
                               as confirming
                    from w join payments p on p.provider_id = w.provider_id),
                    kept as (
                        insert into webhooks
                            (id, type, provider_id, transaction_id, body, look_at, handled_at)
                        select w.id, w.type, w.provider_id, w.transaction_id, w.body,
                               now() + ? * interval '1 ms',
                               case when (select agrees from seen) then now() end
                        from w on conflict do nothing
                        returning handled_at)
                    select case when handled_at is not null then 'NOTHING'
                                when (select confirming from seen) then 'LATER'
                                else 'NOW' end
                    from kept
                    """;

    /** Keeps a webhook and says what is to be done, in one round trip. */
    Todo insert(Webhook webhook, String body) {
        return database.sql()
                .sql(INSERT)
                .params(
                        webhook.id(),
                        webhook.type(),
                        webhook.providerId(),
                        webhook.transactionId(),
                        body,
                        FIRST_LOOK.toMillis())
                .query((row, _) -> Todo.valueOf(row.getString(1)))
                .optional()
                .orElse(Todo.NOTHING);
    }

    /** Ends due webhooks, so many at the most, that tell what is final here by now. */
    void handleAgreeing(int max) {
        database.sql()
                .sql(
                        """
                        update webhooks w set handled_at = now()
                        where w.id = any(array(
                                select id from webhooks
                                where handled_at is null and look_at <= now()
                                order by look_at limit ?))
                          and exists (select from payments p
                                      where p.provider_id = w.provider_id and
                        """
                                + AGREES
                                + ")")
                .param(max)
                .update();
    }

    /**
     * Takes webhooks that are due to be handled. Each is due again later, after longer and longer
     * times up to a minute, until it is handled.
     */
    List<Webhook> takeDue(int max) {
        return database.sql()
                .sql(
                        """
                        update webhooks
                        set tries = tries + 1,
                            look_at = now() + least(60, power(2, least(tries, 6))) * interval '1 s'
                        where id in (
                            select id from webhooks where handled_at is null and look_at <= now()
                            order by look_at limit ? for update skip locked)
                        returning id, type, provider_id, transaction_id
                        """)
                .param(max)
                .query(Webhook.class)
                .list();
    }

    void handled(String id) {
        database.sql()
                .sql("update webhooks set handled_at = now() where id = ?")
                .param(id)
                .update();
    }

    /** Deletes webhooks that were handled so long ago. Returns how many. */
    public int deleteOlderThan(Duration age, int max) {
        return database.sql()
                .sql(
                        """
                        delete from webhooks where id in (
                            select id from webhooks
                            where handled_at < now() - ? * interval '1 ms' limit ?)
                        """)
                .params(age.toMillis(), max)
                .update();
    }
}
