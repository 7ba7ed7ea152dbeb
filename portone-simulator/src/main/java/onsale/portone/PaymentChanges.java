package onsale.portone;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.portone.Payment.Failure;
import onsale.portone.Payment.Method;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;

/** Changes payments and tells the merchant by webhooks. Money is taken once for each approval. */
final class PaymentChanges {

    private final State state;
    private final Options options;
    private final Webhooks webhooks;
    private final Timer timer;
    private long lastSequence;

    PaymentChanges(State state, Options options, Webhooks webhooks, Timer timer) {
        this.state = state;
        this.options = options;
        this.webhooks = webhooks;
        this.timer = timer;
        this.lastSequence =
                state.all(Payment.class).stream().mapToLong(Payment::sequence).max().orElse(0);
    }

    /** Schedules the late charges of an earlier run. */
    void start() {
        state.all(Later.class).forEach(this::schedule);
    }

    /** Changes a payment and tells the merchant. */
    void put(State.Change change, Payment payment, String webhook) {
        change.put(payment);
        webhooks.tell(change, payment, webhook, null);
    }

    /** Returns a payment whose amount is fixed and that nobody has come to pay. */
    Payment registered(@Nullable Payment found, String id, long amount) {
        PaymentRules.checkId(id);
        long sequence = found == null ? ++lastSequence : found.sequence();
        return new Payment(
                id,
                sequence,
                Status.REGISTERED,
                UUID.randomUUID().toString(),
                Method.CARD,
                null,
                amount,
                found == null ? id : found.orderName(),
                found == null ? null : found.customData(),
                null,
                null,
                now(),
                now(),
                List.of(),
                List.of());
    }

    /** Takes the money. */
    Payment charge(State.Change change, Payment payment, boolean quiet) {
        Payment charged = payment.charged(UUID.randomUUID().toString(), now());
        change.put(charged);
        if (!quiet) {
            webhooks.tell(change, charged, "Transaction.Paid", null);
        }
        return charged;
    }

    Payment fail(State.Change change, Payment payment, Failure why) {
        Payment failed = payment.failed(why, now());
        put(change, failed, "Transaction.Failed");
        return failed;
    }

    /**
     * Takes the money after a while.
     *
     * @param again whether to take it although the payment was cancelled
     */
    void chargeLater(State.Change change, Payment payment, boolean again, long millis) {
        Later later =
                new Later(
                        UUID.randomUUID().toString(),
                        payment.id(),
                        payment.transactionId(),
                        again,
                        now().plusMillis(millis));
        change.put(later);
        change.then(() -> schedule(later));
    }

    private void schedule(Later later) {
        timer.at(later.due(), () -> chargeIfDue(later));
    }

    /** Charges an approval once, however many confirmations of it were delayed. */
    private void chargeIfDue(Later later) {
        state.change(change -> {
            change.drop(Later.class, later.key());
            @Nullable Payment payment = find(change, later.paymentId());
            if (payment == null) {
                return null;
            }
            boolean due =
                    later.again()
                            ? payment.cancellable() == 0
                            : payment.transactionId().equals(later.transactionId())
                                    && !payment.isCharged();
            return due ? charge(change, payment, false) : null;
        });
    }

    static @Nullable Payment find(State.Change change, String id) {
        return change.get(Payment.class, id);
    }

    /** Returns a payment that somebody has come to pay. */
    static Payment known(State.Change change, String id) {
        @Nullable Payment found = find(change, id);
        if (found == null || found.status() == Status.REGISTERED) {
            throw new PortOneError(404, "PAYMENT_NOT_FOUND", "There is no payment " + id + ".");
        }
        return found;
    }

    Instant now() {
        return options.clock().instant();
    }
}
