package onsale.payment.settle;

import java.time.Duration;
import onsale.payment.order.DueAttempts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.provider.ProviderPayment;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.portone.NoAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the provider about attempts whose end is not known, until the answer is final. Repeating is
 * safe: a confirm carries the idempotency key of the first time, and an answer is settled once.
 */
public final class AskAboutAttempts {

    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(AskAboutAttempts.class);

    private final DueAttempts due;
    private final SettleAttempt settleAttempt;
    private final PortOnePayments provider;

    public AskAboutAttempts(
            DueAttempts due, SettleAttempt settleAttempt, PortOnePayments provider) {
        this.due = due;
        this.settleAttempt = settleAttempt;
        this.provider = provider;
    }

    public void start(Jobs jobs, Duration every) {
        jobs.every("ask-about-payments", every, LEASE, this::run);
    }

    public void run(Lease lease) {
        DueRows.each(lease, due::take, this::ask);
    }

    /** An open payment after a confirm that timed out is not final: the confirm is sent again. */
    private void ask(PaymentAttempt attempt) {
        try {
            ProviderPayment shown = provider.get(attempt.providerId());
            @Nullable String token = attempt.paymentToken();
            if (token != null && shown.isOpen()) {
                settleAttempt.settle(
                        attempt,
                        provider.confirm(
                                attempt.providerId(),
                                token,
                                attempt.amountWon(),
                                attempt.refusals()));
            } else {
                settleAttempt.settle(attempt, shown);
            }
        } catch (NoAnswer e) {
            LOG.warn("Payment {} is asked about later: {}", attempt.id(), e.getMessage());
        }
    }
}
