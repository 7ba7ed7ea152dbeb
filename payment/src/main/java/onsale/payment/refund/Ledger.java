package onsale.payment.refund;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import onsale.payment.provider.ProviderPayment;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/** The double-entry ledger of charges and refunds. Each is booked once. */
public final class Ledger {

    private enum Account {
        PROVIDER,
        SALES,
        REFUNDS
    }

    /**
     * Books a charge, for a caller that sends its whole transaction at once; a join or a condition
     * may follow. Parameters: {@link #chargeParams}.
     */
    public static final String CHARGE =
            """
            insert into ledger
                (entry_id, account, amount, currency, payment_id, provider_id, transaction_id)
            select ?::uuid, side.account, side.sign * ?::bigint, ?::text, ?::uuid, ?::text, ?::text
            from (values ('SALES', -1), ('PROVIDER', 1)) side (account, sign)
            """;

    private final Database database;

    public Ledger(Database database) {
        this.database = database;
    }

    /**
     * Books that the provider has this money.
     *
     * @param attemptId null if we do not know the payment
     */
    public void bookCharge(
            @Nullable UUID attemptId, String providerId, ProviderPayment.Charged charge) {
        book(
                entryOf(providerId, charge),
                Account.SALES,
                Account.PROVIDER,
                charge.leftWon(),
                charge.shown().currency(),
                attemptId,
                providerId,
                charge.transactionId());
    }

    /** The parameters of {@link #CHARGE}. */
    public static List<Object> chargeParams(
            UUID attemptId, String providerId, ProviderPayment.Charged charge) {
        return List.of(
                entryOf(providerId, charge),
                charge.leftWon(),
                charge.shown().currency(),
                attemptId,
                providerId,
                charge.transactionId());
    }

    private static UUID entryOf(String providerId, ProviderPayment.Charged charge) {
        String name = "charge/" + providerId + "/" + charge.transactionId();
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Books that the provider has given this money back. */
    void bookRefund(Refund refund) {
        book(
                refund.id(),
                Account.PROVIDER,
                Account.REFUNDS,
                refund.amount(),
                refund.currency(),
                refund.attemptId(),
                refund.providerId(),
                refund.transactionId());
    }

    private void book(
            UUID entryId,
            Account from,
            Account to,
            long amount,
            String currency,
            @Nullable UUID attemptId,
            String providerId,
            String transactionId) {
        database.sql()
                .sql(
                        """
                        insert into ledger
                            (entry_id, account, amount, currency, payment_id, provider_id,
                             transaction_id)
                        values (:entry, :from, - :amount, :currency, :attempt::uuid, :provider,
                                :transaction),
                               (:entry, :to, :amount, :currency, :attempt::uuid, :provider,
                                :transaction)
                        on conflict do nothing
                        """)
                .param("entry", entryId)
                .param("from", from.name())
                .param("to", to.name())
                .param("amount", amount)
                .param("currency", currency)
                .param("attempt", attemptId)
                .param("provider", providerId)
                .param("transaction", transactionId)
                .update();
    }
}
