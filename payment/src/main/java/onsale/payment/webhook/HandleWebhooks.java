package onsale.payment.webhook;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.ProviderIds;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.settle.AdoptPayment;
import onsale.payment.settle.DueRows;
import onsale.payment.settle.SettleAttempt;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.portone.NoAnswer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles webhooks: looks at what the provider shows of the payment and settles that. A webhook
 * whose look fails is handled again later.
 */
public final class HandleWebhooks {

    private static final int AGREEING_MAX = 500;
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(HandleWebhooks.class);

    private final WebhookStore store;
    private final AttemptStore attempts;
    private final SettleAttempt settleAttempt;
    private final AdoptPayment adoptPayment;
    private final PortOnePayments provider;
    private final Semaphore permits = new Semaphore(DueRows.AT_ONCE);

    public HandleWebhooks(
            WebhookStore store,
            AttemptStore attempts,
            SettleAttempt settleAttempt,
            AdoptPayment adoptPayment,
            PortOnePayments provider) {
        this.store = store;
        this.attempts = attempts;
        this.settleAttempt = settleAttempt;
        this.adoptPayment = adoptPayment;
        this.provider = provider;
    }

    public void start(Jobs jobs, Duration every) {
        jobs.every("handle-webhooks", every, LEASE, this::run);
    }

    void run(Lease lease) {
        store.handleAgreeing(AGREEING_MAX);
        DueRows.each(lease, store::takeDue, this::handle);
    }

    /** Handles a webhook at once if a permit is free; otherwise the job does, a little later. */
    void handleNow(Webhook webhook) {
        if (permits.tryAcquire()) {
            Thread.startVirtualThread(() -> {
                try {
                    DueRows.attempt(webhook, this::handle);
                } finally {
                    permits.release();
                }
            });
        }
    }

    /** Looks at the payment, unless the webhook tells what is final here. */
    public void handle(Webhook webhook) {
        Optional<PaymentAttempt> known = attempts.findByProviderId(webhook.providerId());
        try {
            if (known.isPresent()) {
                settle(known.get(), webhook);
            } else if (ProviderIds.isOurs(webhook.providerId())) {
                adoptPayment.adopt(provider.find(webhook.providerId()));
            }
            store.handled(webhook.id());
        } catch (NoAnswer e) {
            LOG.warn("Webhook {} is handled later: {}", webhook.id(), e.getMessage());
        }
    }

    private void settle(PaymentAttempt attempt, Webhook webhook) throws NoAnswer {
        if (!webhook.agreesWith(attempt)) {
            settleAttempt.settle(attempt, provider.get(attempt.providerId()));
        }
    }
}
