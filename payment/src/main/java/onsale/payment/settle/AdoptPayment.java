package onsale.payment.settle;

import java.util.Optional;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.OrderStore;
import onsale.payment.order.ProviderIds;
import onsale.payment.provider.ListedPayment;
import onsale.payment.provider.ProviderPayment.Charged;
import onsale.payment.refund.Ledger;
import onsale.payment.refund.RefundCharges;
import onsale.platform.db.Database;
import onsale.platform.pass.Passes;
import onsale.platform.portone.ProviderTrust.Judgement;

/**
 * Decides about a charge of a payment that we do not know. With the order that was sent along it
 * becomes an attempt like any other; without one, or if it may not count, it goes back.
 */
public final class AdoptPayment {

    /** The outcome of adopting a payment. */
    public enum Outcome {
        REBUILT("rebuilt from the order sent along"),
        GIVEN_BACK("given back: its order is not known"),
        REFUSED("given back: the charge does not count"),
        NOT_OURS("nothing: it is not a payment of this platform");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** For the table of differences. */
        public String text() {
            return text;
        }
    }

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final RefundCharges refunds;
    private final Ledger ledger;
    private final JudgeCharges judge;
    private final SettleAttempt settleAttempt;
    private final Passes passes;

    public AdoptPayment(
            Database database,
            OrderStore orders,
            AttemptStore attempts,
            RefundCharges refunds,
            Ledger ledger,
            JudgeCharges judge,
            SettleAttempt settleAttempt,
            Passes passes) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.refunds = refunds;
        this.ledger = ledger;
        this.judge = judge;
        this.settleAttempt = settleAttempt;
        this.passes = passes.whenever(); // the order may be long over
    }

    /** Adopts a payment that has no row here. */
    public Outcome adopt(ListedPayment unknown) {
        if (!ProviderIds.isOurs(unknown.providerId())
                || !(unknown.payment() instanceof Charged charge)) {
            return Outcome.NOT_OURS;
        }
        if (judge.judge(charge) instanceof Judgement.Refused refused) {
            database.inTransaction(() -> refuse(unknown.providerId(), charge, refused));
            return refused.isAtOurStore() ? Outcome.REFUSED : Outcome.NOT_OURS;
        }
        Optional<UUID> attemptId = ProviderIds.attemptId(unknown.providerId());
        Optional<OrderPass> order = OrderPass.read(passes, unknown.customData());
        if (attemptId.isEmpty() || order.isEmpty()) {
            database.inTransaction(() -> giveBack(unknown.providerId(), charge, "UNKNOWN_PAYMENT"));
            return Outcome.GIVEN_BACK;
        }
        database.inTransaction(() -> rebuild(attemptId.get(), order.get(), charge));
        return Outcome.REBUILT;
    }

    private void rebuild(UUID attemptId, OrderPass order, Charged charge) {
        orders.insert(order);
        orders.lock(order.orderId());
        if (attempts.findByProviderId(ProviderIds.of(attemptId)).isEmpty()) {
            attempts.insertRebuilt(attemptId, order, charge.shown().channelKey());
        }
        settleAttempt.settle(attemptId, charge);
    }

    private void refuse(String providerId, Charged charge, Judgement.Refused refused) {
        if (charge.leftWon() == 0) {
            return;
        }
        if (!refused.isAtOurStore()
                || giveBack(providerId, charge, JudgeCharges.refundReason(refused))) {
            judge.report(providerId, charge, refused);
        }
    }

    /** False if there is nothing left to give back, or it was requested before. */
    private boolean giveBack(String providerId, Charged charge, String reason) {
        if (charge.leftWon() == 0) {
            return false;
        }
        ledger.bookCharge(null, providerId, charge);
        return refunds.request(null, providerId, charge, reason);
    }
}
