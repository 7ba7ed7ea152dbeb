package onsale.payment;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/** Money that came and money to give back, charge by charge; and the ledger of both. */
final class RefundStore {

    /**
     * A charge to give back.
     *
     * @param paymentId none for a payment that we do not know
     * @param refusals how often the provider has said no
     */
    record Refund(
            UUID id,
            @Nullable UUID paymentId,
            String providerId,
            String transactionId,
            long amount,
            String reason,
            int refusals) {}

    private static final String PROVIDER = "PROVIDER";
    private static final String SALES = "SALES";
    private static final String REFUNDS = "REFUNDS";

    private final Database database;

    RefundStore(Database database) {
        this.database = database;
    }

    /** Asked twice for the same charge, it is one refund. */
    void ask(Refund refund) {
        database.sql()
                .sql(
                        """
                        insert into refunds
                            (id, payment_id, provider_id, transaction_id, amount, reason, state)
                        values (:id, :payment::uuid, :provider, :transaction, :amount, :reason,
                                'ASKED')
                        on conflict (provider_id, transaction_id) do nothing
                        """)
                .param("id", refund.id)
                .param("payment", refund.paymentId)
                .param("provider", refund.providerId)
                .param("transaction", refund.transactionId)
                .param("amount", refund.amount)
                .param("reason", refund.reason)
                .update();
    }

    /**
     * Takes those that are due; nobody else does for a while, longer each time, up to a minute, and
     * they are never given up.
     */
    List<Refund> claimDue(int max) {
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
                        returning id, payment_id, provider_id, transaction_id, amount, reason, refusals
                        """)
                .param(max)
                .query(Refund.class)
                .list();
    }

    void failed(UUID id, String error) {
        database.sql()
                .sql(
                        """
                        update refunds set last_error = left(?, 500)
                        where id = ? and state = 'ASKED'
                        """)
                .params(error, id)
                .update();
    }

    /** The next try is another request, and not the same again. */
    void refused(UUID id, String error) {
        database.sql()
                .sql("update refunds set refusals = refusals + 1 where id = ? and state = 'ASKED'")
                .param(id)
                .update();
        failed(id, error);
    }

    /** True if it was not done before. */
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

    boolean exists(String providerId, String transactionId) {
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

    // ---- ledger

    /** The provider has this money. */
    void bookCharge(
            @Nullable UUID paymentId, String providerId, String transactionId, long amountWon) {
        String charge = "charge/" + providerId + "/" + transactionId;
        UUID entry = UUID.nameUUIDFromBytes(charge.getBytes(StandardCharsets.UTF_8));
        book(entry, SALES, PROVIDER, amountWon, paymentId, providerId, transactionId);
    }

    void bookRefund(Refund refund) {
        book(
                refund.id,
                PROVIDER,
                REFUNDS,
                refund.amount,
                refund.paymentId,
                refund.providerId,
                refund.transactionId);
    }

    /** Money moves from one account to another; the same entry is booked once. */
    private void book(
            UUID entryId,
            String from,
            String to,
            long amountWon,
            @Nullable UUID paymentId,
            String providerId,
            String transactionId) {
        database.sql()
                .sql(
                        """
                        insert into ledger
                            (entry_id, account, amount, payment_id, provider_id, transaction_id)
                        values (:entry, :from, - :amount, :payment::uuid, :provider, :transaction),
                               (:entry, :to, :amount, :payment::uuid, :provider, :transaction)
                        on conflict do nothing
                        """)
                .param("entry", entryId)
                .param("from", from)
                .param("to", to)
                .param("amount", amountWon)
                .param("payment", paymentId)
                .param("provider", providerId)
                .param("transaction", transactionId)
                .update();
    }
}
