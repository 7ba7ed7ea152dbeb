package onsale.payment;

import java.time.Duration;
import java.util.List;
import onsale.platform.db.Database;

/** What the provider told us. */
final class WebhookStore {

    /** Who took it in has so long before the job looks at it as well. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

    record Webhook(String id, String type, String providerId, String transactionId) {}

    private final Database database;

    WebhookStore(Database database) {
        this.database = database;
    }

    /**
     * False if it came before.
     *
     * @param handled if there is nothing to look at
     */
    boolean keep(Webhook webhook, String body, boolean handled) {
        return database.sql()
                        .sql(
                                """
                                insert into webhooks
                                    (id, type, provider_id, transaction_id, body, look_at, handled_at)
                                values (?, left(?, 100), ?, left(?, 100), ?,
                                        now() + ? * interval '1 ms', case when ? then now() end)
                                on conflict do nothing
                                """)
                        .params(
                                webhook.id,
                                webhook.type,
                                webhook.providerId,
                                webhook.transactionId,
                                body,
                                FIRST_LOOK.toMillis(),
                                handled)
                        .update()
                == 1;
    }

    /** Takes those nobody has looked at; less and less often, up to once a minute. */
    List<Webhook> claimWaiting(int max) {
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

    /** Those that are done with and old; how many. */
    int forget(Duration age, int max) {
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
