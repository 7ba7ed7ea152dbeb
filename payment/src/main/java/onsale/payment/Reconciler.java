package onsale.payment;

import java.time.Duration;
import java.util.Optional;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Refund;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the provider until the answer is final: about confirms nobody knows the end of, about
 * refunds, about what webhooks hint at. Repeating is safe everywhere: confirms and refunds carry
 * the key of the first time, and what follows from an answer follows once.
 */
final class Reconciler {

    private static final int AT_ONCE = 50;
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final PaymentStore store;
    private final WebhookStore webhooks;
    private final Settlement settlement;
    private final PortOne provider;

    Reconciler(PaymentStore store, WebhookStore webhooks, Settlement settlement, PortOne provider) {
        this.store = store;
        this.webhooks = webhooks;
        this.settlement = settlement;
        this.provider = provider;
    }

    void start(Jobs jobs, Duration every) {
        jobs.every("ask-about-payments", every, LEASE, this::askAboutPayments);
        jobs.every("refund", every, LEASE, this::refund);
        jobs.every("handle-webhooks", every, LEASE, this::handleWebhooks);
    }

    private void askAboutPayments(Lease lease) {
        for (Payment payment : store.due(AT_ONCE)) {
            if (!lease.stillMine()) {
                return;
            }
            ask(payment);
        }
    }

    /** READY after a confirm that timed out is not final: the same confirm is sent again. */
    void ask(Payment payment) {
        store.askLater(payment.id());
        try {
            ProviderView view = provider.get(payment.providerId());
            String token = payment.paymentToken();
            if (token != null
                    && (view instanceof ProviderView.Open
                            || view instanceof ProviderView.Unknown)) {
                view = provider.take(payment.providerId(), token, payment.amount());
            }
            settlement.apply(payment.id(), view);
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Payment {} is asked about later: {}", payment.id(), e.getMessage());
        }
    }

    private void refund(Lease lease) {
        for (Refund refund : store.dueRefunds(AT_ONCE)) {
            if (!lease.stillMine()) {
                return;
            }
            refund(refund);
        }
    }

    /** The provider's books decide: it is done when they show it, whoever did it. */
    void refund(Refund refund) {
        store.refundLater(refund.id(), "not answered");
        try {
            if (isBack(refund)) {
                settlement.refunded(refund);
                return;
            }
            PortOne.Answer answer =
                    provider.cancel(
                            refund.providerId(), refund.id(), refund.amount(), refund.reason());
            if (isBack(refund)) {
                settlement.refunded(refund);
            } else if (answer instanceof PortOne.Answer.Refused refused) {
                store.refundLater(refund.id(), refused.type() + ": " + refused.message());
                LOG.error("Refund {} is refused: {}", refund.id(), refused.type());
            }
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Refund {} is tried later: {}", refund.id(), e.getMessage());
        }
    }

    private boolean isBack(Refund refund) throws PortOne.NoAnswer {
        return provider.get(refund.providerId()) instanceof ProviderView.Cancelled cancelled
                && cancelled.cancelledWon() >= refund.amount();
    }

    private void handleWebhooks(Lease lease) {
        for (WebhookStore.Waiting waiting : webhooks.waiting(AT_ONCE)) {
            if (!lease.stillMine()) {
                return;
            }
            handle(waiting);
        }
    }

    /** A webhook says where to look; what is there decides. */
    void handle(WebhookStore.Waiting webhook) {
        Optional<Payment> known = store.findByProviderId(webhook.providerId());
        try {
            if (known.isPresent()) {
                settlement.apply(known.get().id(), provider.get(webhook.providerId()));
            }
            webhooks.handled(webhook.id());
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Webhook {} is looked at later: {}", webhook.id(), e.getMessage());
        }
    }
}
