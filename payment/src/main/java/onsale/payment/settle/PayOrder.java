package onsale.payment.settle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentEvents;
import onsale.payment.provider.ProviderPayment.Charged;
import onsale.payment.refund.Ledger;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.messaging.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * Lets a charge pay its order in one transaction and one round trip: the attempt succeeds, the
 * order is paid, the charge is booked, and reservation is told. Does nothing unless the order is
 * open and has no other pending attempt; {@link SettleAttempt} knows what to do then.
 */
public final class PayOrder {

    private static final String LOCK = "select id from orders where id = ? for update";

    private static final String PAY =
            """
            with paid as (
                update payments p
                set status = 'SUCCESS', paid_at = ?, portone_transaction_id = ?,
                    portone_response = ?::jsonb, failure_reason = null,
                    confirm_started_at = coalesce(confirm_started_at, now()),
                    payment_token = null, updated_at = now()
                from orders o
                where p.id = ? and p.status = 'PENDING' and o.id = p.order_id and o.state = 'OPEN'
                  and not exists (select from payments other
                                  where other.order_id = p.order_id and other.id <> p.id
                                    and other.status = 'PENDING')
                returning p.*),
            decided as (
                update orders o set state = 'PAID', verdict_at = now()
                from paid where o.id = paid.order_id),
            booked as (
            """
                    + Ledger.CHARGE
                    + """
                    cross join paid on conflict do nothing),
                    told as (
                    """
                    + Outbox.Statement.SELECT
                    + " from paid) select "
                    + AttemptStore.COLUMNS
                    + " from paid";

    private final Database database;
    private final PaymentEvents events;

    public PayOrder(Database database, PaymentEvents events) {
        this.database = database;
        this.events = events;
    }

    /**
     * Returns the paid attempt, or empty if nothing was done.
     *
     * @param charge of the whole amount, judged as ours
     */
    Optional<PaymentAttempt> run(PaymentAttempt attempt, Charged charge) {
        Outbox.Statement message = events.orderPaidStatement(attempt, charge.paidAt());
        UUID orderId = attempt.orderId();
        List<@Nullable Object> params = new ArrayList<>();
        params.add(orderId);
        params.add(Times.param(charge.paidAt()));
        params.add(charge.transactionId());
        params.add(charge.json());
        params.add(attempt.id());
        params.addAll(Ledger.chargeParams(attempt.id(), attempt.providerId(), charge));
        params.addAll(message.params());
        Optional<PaymentAttempt> paid =
                database
                        .queryTogether(List.of(LOCK, PAY), AttemptStore::read, params.toArray())
                        .stream()
                        .findFirst();
        paid.ifPresent(done -> events.committed(message));
        return paid;
    }
}
