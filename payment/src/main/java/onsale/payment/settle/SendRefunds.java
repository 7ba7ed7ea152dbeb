package onsale.payment.settle;

import java.time.Duration;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.provider.ProviderAnswer;
import onsale.payment.provider.ProviderPayment;
import onsale.payment.provider.ProviderPayment.Charged;
import onsale.payment.refund.Refund;
import onsale.payment.refund.RefundCharges;
import onsale.payment.refund.RefundStore;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.portone.NoAnswer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends refunds to the provider until it shows them as done. The provider's books decide: a refund
 * is done when they show it, whoever did it.
 */
public final class SendRefunds {

    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(SendRefunds.class);

    private final RefundStore store;
    private final RefundCharges refunds;
    private final SettleAttempt settleAttempt;
    private final PortOnePayments provider;

    public SendRefunds(
            RefundStore store,
            RefundCharges refunds,
            SettleAttempt settleAttempt,
            PortOnePayments provider) {
        this.store = store;
        this.refunds = refunds;
        this.settleAttempt = settleAttempt;
        this.provider = provider;
    }

    public void start(Jobs jobs, Duration every) {
        jobs.every("refund", every, LEASE, this::run);
    }

    public void run(Lease lease) {
        DueRows.each(lease, store::takeDue, this::send);
    }

    private void send(Refund refund) {
        try {
            ProviderPayment before = provider.get(refund.providerId());
            if (isDone(refund, before)) {
                complete(refund, before);
            } else if (before instanceof Charged charge) {
                cancel(refund, charge);
            } else {
                store.failed(refund.id(), "the provider shows " + before);
                LOG.error("Refund {}: the provider shows no charge", refund.id());
            }
        } catch (NoAnswer e) {
            store.failed(refund.id(), "no answer: " + e.getMessage());
            LOG.warn("Refund {} is tried again later: {}", refund.id(), e.getMessage());
        }
    }

    private void cancel(Refund refund, Charged charge) throws NoAnswer {
        ProviderAnswer answer =
                provider.cancel(
                        refund.providerId(),
                        refund.tag(),
                        refund.whole() ? charge.leftWon() : refund.amount(),
                        charge.leftWon(),
                        refund.reason(),
                        refund.refusals());
        ProviderPayment after = provider.get(refund.providerId());
        if (isDone(refund, after)) {
            complete(refund, after);
        } else if (answer instanceof ProviderAnswer.Refused refused && !refused.isOutstanding()) {
            store.refused(refund.id(), refused.type() + ": " + refused.message());
            if (refused.isOvertaken()) {
                LOG.info("Refund {} is sent again: another one came first", refund.id());
            } else {
                LOG.error("Refund {} is refused: {}", refund.id(), refused.type());
            }
        }
    }

    /**
     * Whether it shows this refund, or nothing is left of the charge; or the provider shows another
     * charge of the same payment, which it takes only when nothing is left of the one before.
     */
    private static boolean isDone(Refund refund, ProviderPayment shown) {
        return shown instanceof Charged charge
                && (charge.shows(refund.tag())
                        || charge.leftWon() == 0
                        || !charge.transactionId().equals(refund.transactionId()));
    }

    /** Completes the refund, and settles what else is shown: money that came again goes back. */
    private void complete(Refund refund, ProviderPayment shown) {
        refunds.complete(refund);
        if (refund.attemptId() != null) {
            settleAttempt.settle(refund.attemptId(), shown);
        }
    }
}
