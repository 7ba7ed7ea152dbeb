package onsale.payment.refund;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table of refunds: one row per refund, until the provider shows it as done. */
public final class RefundStore {

    private static final String COLUMNS =
            """
             id, payment_id as attempt_id, provider_id, transaction_id, amount, points, price as price_won,
             whole, currency, reason, refusals
            """;

    private final Database database;

    public RefundStore(Database database) {
        this.database = database;
    }

    /** False if this refund, or that of the whole charge, was requested before. */
    boolean insert(Refund refund) {
        return database.sql()
                        .sql(
                                """
                                insert into refunds
                                    (id, payment_id, provider_id, transaction_id, amount, points,
                                     price, whole, currency, reason, state)
                                values (:id, :attempt::uuid, :provider, :transaction, :amount, :points,
                                        :price, :whole, :currency, :reason, 'ASKED')
                                on conflict do nothing
                                """)
                        .param("id", refund.id())
                        .param("attempt", refund.attemptId())
                        .param("provider", refund.providerId())
                        .param("transaction", refund.transactionId())
                        .param("amount", refund.amount())
                        .param("points", refund.points())
                        .param("price", refund.priceWon())
                        .param("whole", refund.whole())
                        .param("currency", refund.currency())
                        .param("reason", refund.reason())
                        .update()
                == 1;
    }

    /**
     * Takes refunds that are due. Each is due again later, after longer and longer times up to a
     * minute, until it is done; nobody else takes it before.
     */
    public List<Refund> takeDue(int max) {
        return database.sql()
                .sql(
                        """
                        update refunds
                        set attempts = attempts + 1,
                            ask_again_at =
                                now() + least(60, power(2, least(attempts, 6))) * interval '1 s'
                        where id in (
                            select id from refunds where state = 'ASKED' and ask_again_at <= now()
                            order by ask_again_at limit ? for update skip locked)
                        returning
                        """
                                + COLUMNS)
                .param(max)
                .query(Refund.class)
                .list();
    }

    /** The refund is sent now. False if it is done. */
    public boolean sendNow(UUID id) {
        return database.sql()
                        .sql(
                                """
                                update refunds set ask_again_at = now()
                                where id = ? and state = 'ASKED'
                                """)
                        .param(id)
                        .update()
                == 1;
    }

    public void failed(UUID id, String error) {
        database.sql()
                .sql(
                        """
                        update refunds set last_error = left(?, 500)
                        where id = ? and state = 'ASKED'
                        """)
                .params(error, id)
                .update();
    }

    /** Counts a refusal, so that the next try is another request to the provider. */
    public void refused(UUID id, String error) {
        database.sql()
                .sql("update refunds set refusals = refusals + 1 where id = ? and state = 'ASKED'")
                .param(id)
                .update();
        failed(id, error);
    }

    /** False if it was done before. */
    boolean done(UUID id) {
        return database.sql()
                        .sql(
                                """
                                update refunds set state = 'DONE', done_at = now(), last_error = null
                                where id = ? and state = 'ASKED'
                                """)
                        .param(id)
                        .update()
                == 1;
    }

    Refund find(UUID id) {
        return database.sql()
                .sql("select" + COLUMNS + "from refunds where id = ?")
                .param(id)
                .query(Refund.class)
                .single();
    }

    /** When the provider showed this refund as done; empty if it has not. */
    Optional<Instant> doneAt(UUID id) {
        return database.sql()
                .sql("select done_at from refunds where id = ? and state = 'DONE'")
                .param(id)
                .query((row, _) -> Times.read(row, "done_at"))
                .optional();
    }

    /** The price of all seats of a paid attempt whose refund is done. */
    long donePriceWon(UUID attemptId) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(price), 0) from refunds
                        where payment_id = ? and not whole and state = 'DONE'
                        """)
                .param(attemptId)
                .query(Long.class)
                .single();
    }

    /** Whether a refund of this charge is requested or done. */
    public boolean exists(String providerId, String transactionId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from refunds
                                       where provider_id = ? and transaction_id = ?)
                        """)
                .params(providerId, transactionId)
                .query(Boolean.class)
                .single();
    }

    /** How many the provider has not shown as done for more than ten minutes. */
    public long countLate() {
        return database.sql()
                .sql(
                        """
                        select count(*) from refunds
                        where state = 'ASKED' and created_at < now() - interval '10 minutes'
                        """)
                .query(Long.class)
                .single();
    }
}
