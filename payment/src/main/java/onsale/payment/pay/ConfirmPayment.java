package onsale.payment.pay;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.DueAttempts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.settle.SettleAttempt;
import onsale.platform.portone.NoAnswer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

/**
 * Confirms an attempt: the provider takes the money. That the confirm has started is committed
 * before the provider is asked; from then on only what the provider shows ends the attempt. A fan
 * who would wait too long is told that we are checking, and the confirm goes on.
 */
public final class ConfirmPayment {

    /** The outcome of confirming a payment. */
    public sealed interface Outcome {

        /** The attempt as far as its end is known; PENDING while the provider is being asked. */
        record Known(PaymentAttempt attempt) implements Outcome {}

        record NotFound() implements Outcome {}

        /** The order is paid or closed, or about to be closed. */
        record OrderOver() implements Outcome {}

        /** This attempt, or another one of the order, is being confirmed. */
        record UnderWay() implements Outcome {}
    }

    /** How long the confirm has after its fan was answered, before the job asks as well. */
    private static final Duration ASK_AFTER = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ConfirmPayment.class);

    private final AttemptStore attempts;
    private final DueAttempts due;
    private final SettleAttempt settleAttempt;
    private final PortOnePayments provider;
    private final Duration fanWaits;

    public ConfirmPayment(
            AttemptStore attempts,
            DueAttempts due,
            SettleAttempt settleAttempt,
            PortOnePayments provider,
            Duration fanWaits) {
        this.attempts = attempts;
        this.due = due;
        this.settleAttempt = settleAttempt;
        this.provider = provider;
        this.fanWaits = fanWaits;
    }

    /**
     * Confirms with the token that the provider's page gave to the fan. A confirm that is repeated
     * after the end changes nothing.
     */
    public Outcome confirm(UUID userId, UUID attemptId, String paymentToken) {
        Optional<PaymentAttempt> started;
        try {
            started = attempts.start(userId, attemptId, paymentToken, fanWaits.plus(ASK_AFTER));
        } catch (DuplicateKeyException e) {
            return new Outcome.UnderWay(); // by the unique index of started attempts
        }
        return started.<Outcome>map(
                        attempt -> new Outcome.Known(takeWhileFanWaits(attempt, paymentToken)))
                .orElseGet(() -> whyNotStarted(userId, attemptId));
    }

    private Outcome whyNotStarted(UUID userId, UUID attemptId) {
        Optional<PaymentAttempt> found =
                attempts.find(attemptId).filter(attempt -> attempt.isOf(userId));
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        PaymentAttempt attempt = found.get();
        if (attempt.isUnderWay()) {
            return new Outcome.UnderWay();
        }
        return attempt.isPending() ? new Outcome.OrderOver() : new Outcome.Known(attempt);
    }

    private PaymentAttempt takeWhileFanWaits(PaymentAttempt started, String paymentToken) {
        CompletableFuture<PaymentAttempt> end = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                end.complete(take(started, paymentToken));
            } catch (RuntimeException e) {
                LOG.warn("Payment {} is asked about later: {}", started.id(), e.toString());
                end.complete(started);
            }
        });
        try {
            return end.get(fanWaits.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return started; // the confirm goes on
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return started;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes the money. Unless the provider shows an end, it is asked again soon. */
    private PaymentAttempt take(PaymentAttempt started, String paymentToken) {
        try {
            PaymentAttempt after =
                    settleAttempt.settle(
                            started,
                            provider.confirm(
                                    started.providerId(),
                                    paymentToken,
                                    started.amountWon(),
                                    started.refusals()));
            if (after.isUnderWay()) {
                due.askSoon(started.id());
            }
            return after;
        } catch (NoAnswer e) {
            LOG.warn("Payment {} is asked about later: {}", started.id(), e.getMessage());
            due.askSoon(started.id());
            return started;
        }
    }
}
