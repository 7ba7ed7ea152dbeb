package onsale.payment.settle;

import java.util.UUID;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.LockedOrder;
import onsale.payment.order.OrderStore;
import onsale.payment.order.OrderVerdicts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.provider.ConfirmResult;
import onsale.payment.provider.ProviderPayment;
import onsale.payment.provider.ProviderPayment.Charged;
import onsale.payment.refund.Ledger;
import onsale.payment.refund.RefundCharges;
import onsale.platform.db.Database;
import onsale.platform.portone.ProviderTrust.Judgement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws the consequences of what the provider shows of an attempt: its charge pays the order, or
 * the attempt fails, or the money goes back. Locks the order first, and may be called again with
 * the same facts.
 */
public final class SettleAttempt {

    private static final Logger LOG = LoggerFactory.getLogger(SettleAttempt.class);

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final OrderVerdicts verdicts;
    private final RefundCharges refunds;
    private final Ledger ledger;
    private final JudgeCharges judge;
    private final PayOrder payOrder;

    public SettleAttempt(
            Database database,
            OrderStore orders,
            AttemptStore attempts,
            OrderVerdicts verdicts,
            RefundCharges refunds,
            Ledger ledger,
            JudgeCharges judge,
            PayOrder payOrder) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.verdicts = verdicts;
        this.refunds = refunds;
        this.ledger = ledger;
        this.judge = judge;
        this.payOrder = payOrder;
    }

    /** Settles what the provider shows after a confirm. Returns the attempt as it is afterwards. */
    public PaymentAttempt settle(PaymentAttempt attempt, ConfirmResult confirmed) {
        if (confirmed.isRefused()) {
            attempts.countRefusal(attempt.id());
        }
        return settle(attempt, confirmed.payment());
    }

    /**
     * Settles what the provider shows: in one round trip if it pays the order, as nearly every
     * charge does, and else step by step. Returns the attempt as it is afterwards.
     */
    public PaymentAttempt settle(PaymentAttempt attempt, ProviderPayment shown) {
        return shown instanceof Charged charge && paysAsAgreed(attempt, charge)
                ? payOrder.run(attempt, charge).orElseGet(() -> settle(attempt.id(), shown))
                : settle(attempt.id(), shown);
    }

    private boolean paysAsAgreed(PaymentAttempt attempt, Charged charge) {
        return attempt.isPending()
                && charge.amountWon() == attempt.amountWon()
                && charge.cancelledWon() == 0
                && charge.leftWon() > 0
                && !(judge.judge(charge) instanceof Judgement.Refused);
    }

    /** Settles what the provider shows. Returns the attempt as it is afterwards. */
    public PaymentAttempt settle(UUID attemptId, ProviderPayment shown) {
        return database.inTransaction(() -> {
            LockedOrder locked = orders.lockByAttempt(attemptId);
            PaymentAttempt attempt = locked.attempt(attemptId);
            return switch (shown) {
                case Charged charge -> charged(locked, attempt, charge);
                case ProviderPayment.Failed failed ->
                        failIfPending(locked, attempt, failed.reason(), failed.json());
                // not final: asked about again later
                case ProviderPayment.Open _, ProviderPayment.Unknown _ -> attempt;
            };
        });
    }

    private PaymentAttempt failIfPending(
            LockedOrder locked, PaymentAttempt attempt, String reason, String json) {
        return attempt.isPending() ? verdicts.failed(locked, attempt, reason, json) : attempt;
    }

    private PaymentAttempt charged(LockedOrder locked, PaymentAttempt attempt, Charged charge) {
        if (attempt.wasPaid() && attempt.isPaidBy(charge.transactionId())) {
            warnIfCancelledElsewhere(attempt, charge);
            return attempt;
        }
        if (charge.leftWon() == 0) {
            return failIfPending(locked, attempt, "cancelled at the provider", charge.json());
        }
        if (judge.judge(charge) instanceof Judgement.Refused refused) {
            return refused(locked, attempt, charge, refused);
        }
        ledger.bookCharge(attempt.id(), attempt.providerId(), charge);
        if (paysTheOrder(locked, attempt, charge)) {
            return verdicts.paid(locked, attempt, charge);
        }
        PaymentAttempt after =
                failIfPending(locked, attempt, "paid without an order to pay", charge.json());
        refunds.request(attempt.id(), attempt.providerId(), charge, "PAID_FOR_NOTHING");
        return after;
    }

    private static boolean paysTheOrder(
            LockedOrder locked, PaymentAttempt attempt, Charged charge) {
        return locked.order().isOpen()
                && attempt.isPending()
                && charge.amountWon() == attempt.amountWon()
                && charge.cancelledWon() == 0
                && !locked.isAnotherUnderWay(attempt);
    }

    /** The charge pays for nothing; it goes back if it lies at our store. */
    private PaymentAttempt refused(
            LockedOrder locked, PaymentAttempt attempt, Charged charge, Judgement.Refused refused) {
        boolean isNew = attempt.isPending();
        PaymentAttempt after =
                failIfPending(locked, attempt, "refused: " + refused.reason(), charge.json());
        if (refused.isAtOurStore()) {
            ledger.bookCharge(attempt.id(), attempt.providerId(), charge);
            isNew |=
                    refunds.request(
                            attempt.id(),
                            attempt.providerId(),
                            charge,
                            JudgeCharges.refundReason(refused));
        }
        if (isNew) {
            judge.report(attempt.providerId(), charge, refused);
        }
        return after;
    }

    private void warnIfCancelledElsewhere(PaymentAttempt attempt, Charged charge) {
        if (attempt.status() == Status.SUCCESS
                && charge.cancelledWon() > attempts.askedBack(attempt.id()).amountWon()) {
            LOG.error("Payment {} was cancelled by somebody else", attempt.id());
        }
    }
}
