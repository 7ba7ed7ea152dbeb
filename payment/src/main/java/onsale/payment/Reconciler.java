package onsale.payment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.payment.RefundStore.Refund;
import onsale.payment.WebhookStore.Webhook;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.pass.Passes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the provider until the answer is final: about confirms nobody knows the end of, about
 * refunds, about what webhooks hint at. Repeating is safe everywhere: confirms and refunds carry
 * the key of the first time, and what follows from an answer follows once. Rows are claimed one by
 * one, so a node that dies or waits for the provider holds nobody up.
 */
final class Reconciler {

    private static final int AT_ONCE = 50;
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final PaymentStore store;
    private final RefundStore refunds;
    private final WebhookStore webhooks;
    private final Settlement settlement;
    private final PortOne provider;
    private final Passes passes;
    private final Semaphore handling = new Semaphore(AT_ONCE);

    Reconciler(
            PaymentStore store,
            RefundStore refunds,
            WebhookStore webhooks,
            Settlement settlement,
            PortOne provider,
            Passes passes) {
        this.store = store;
        this.refunds = refunds;
        this.webhooks = webhooks;
        this.settlement = settlement;
        this.provider = provider;
        this.passes = passes.whenever();
    }

    void start(Jobs jobs, Duration every) {
        jobs.every("ask-about-payments", every, LEASE, this::askAboutPayments);
        jobs.every("refund", every, LEASE, this::refund);
        jobs.every("handle-webhooks", every, LEASE, this::handleWebhooks);
    }

    void askAboutPayments(Lease lease) {
        each(lease, store::claimDue, this::ask);
    }

    void refund(Lease lease) {
        each(lease, refunds::claimDue, this::refund);
    }

    void handleWebhooks(Lease lease) {
        each(lease, webhooks::claimWaiting, this::handle);
    }

    /** Side by side, because the provider may take its time over each. */
    private static <T> void each(Lease lease, IntFunction<List<T>> claim, Consumer<T> work) {
        List<T> claimed;
        do {
            claimed = claim.apply(AT_ONCE);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (T one : claimed) {
                    threads.execute(() -> attempt(work, one));
                }
            }
        } while (claimed.size() == AT_ONCE && lease.stillMine());
    }

    private static <T> void attempt(Consumer<T> work, T one) {
        try {
            work.accept(one);
        } catch (RuntimeException e) {
            LOG.warn("{} is looked at later: {}", one, e.toString());
        }
    }

    /** READY after a confirm that timed out is not final: the same confirm is sent again. */
    void ask(Payment payment) {
        try {
            ProviderView view = provider.get(payment.providerId());
            String token = payment.paymentToken();
            if (token != null
                    && (view instanceof ProviderView.Open
                            || view instanceof ProviderView.Unknown)) {
                settlement.taken(
                        payment.id(),
                        provider.take(
                                payment.providerId(), token, payment.amount(), payment.refusals()));
                return;
            }
            settlement.apply(payment.id(), view);
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Payment {} is asked about later: {}", payment.id(), e.getMessage());
        }
    }

    /** The provider's books decide: it is done when they show it, whoever did it. */
    void refund(Refund refund) {
        try {
            ProviderView before = provider.get(refund.providerId());
            if (isBack(refund, before)) {
                settlement.refunded(refund);
                settle(refund, before);
                return;
            }
            if (!(before instanceof ProviderView.Charged charged)) {
                refunds.failed(refund.id(), "the provider shows " + before);
                LOG.error("Refund {}: the provider shows no charge", refund.id());
                return;
            }
            PortOne.Answer answer =
                    provider.cancel(
                            refund.providerId(),
                            refund.id(),
                            charged.leftWon(),
                            refund.reason(),
                            refund.refusals());
            ProviderView after = provider.get(refund.providerId());
            if (isBack(refund, after)) {
                settlement.refunded(refund);
                settle(refund, after);
            } else if (answer instanceof PortOne.Answer.Refused refused
                    && !refused.isOutstanding()) {
                refunds.refused(refund.id(), refused.type() + ": " + refused.message());
                LOG.error("Refund {} is refused: {}", refund.id(), refused.type());
            }
        } catch (PortOne.NoAnswer e) {
            refunds.failed(refund.id(), "no answer: " + e.getMessage());
            LOG.warn("Refund {} is tried later: {}", refund.id(), e.getMessage());
        }
    }

    /**
     * Nothing is left of the charge; or the provider shows another charge of the same payment,
     * which it takes only when nothing is left of the one before.
     */
    private static boolean isBack(Refund refund, ProviderView view) {
        return view instanceof ProviderView.Charged charged
                && (charged.leftWon() == 0
                        || !charged.transactionId().equals(refund.transactionId()));
    }

    /** What is seen on the way: money that came again goes back again. */
    private void settle(Refund refund, ProviderView view) {
        if (refund.paymentId() != null) {
            settlement.apply(refund.paymentId(), view);
        }
    }

    /**
     * At once, if few enough are being looked at; the job does the rest, a little later. That
     * includes what a confirm is about to see for itself.
     */
    void handleNow(Webhook webhook) {
        if (handling.tryAcquire()) {
            Thread.startVirtualThread(() -> {
                try {
                    attempt(this::handleUnlessConfirming, webhook);
                } finally {
                    handling.release();
                }
            });
        }
    }

    private void handleUnlessConfirming(Webhook webhook) {
        if (!store.isConfirming(webhook.providerId())) {
            handle(webhook);
        }
    }

    /** A webhook says where to look; what is there decides. */
    void handle(Webhook webhook) {
        Optional<Payment> known = store.findByProviderId(webhook.providerId());
        try {
            if (known.isEmpty()) {
                adopt(webhook.providerId());
            } else if (!agrees(known.get(), webhook)) {
                settlement.apply(known.get().id(), provider.get(webhook.providerId()));
            }
            webhooks.handled(webhook.id());
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Webhook {} is looked at later: {}", webhook.id(), e.getMessage());
        }
    }

    /** It tells of a beginning: nothing follows from it. */
    static boolean endsNothing(Webhook webhook) {
        return webhook.type().equals("Transaction.Ready")
                || webhook.type().equals("Transaction.PayPending");
    }

    /** What it tells is final here and just what the provider showed us. */
    private static boolean agrees(Payment payment, Webhook webhook) {
        boolean isItsCharge = webhook.transactionId().equals(payment.transactionId());
        return switch (webhook.type()) {
            case "Transaction.Paid" -> payment.wasPaid() && isItsCharge;
            case "Transaction.Cancelled" -> payment.status() == Status.REFUNDED && isItsCharge;
            default -> false;
        };
    }

    private void adopt(String providerId) throws PortOne.NoAnswer {
        if (isOurs(providerId)) {
            adopt(provider.look(providerId));
        }
    }

    /** True if the order that was paid could be read from what was sent along. */
    boolean adopt(PortOne.Listed stranger) {
        Optional<OrderPass> order = OrderPass.read(passes, stranger.customData());
        return settlement.adopt(stranger, paymentId(stranger.providerId()), order);
    }

    static boolean isOurs(String providerId) {
        return providerId.startsWith(Pay.PROVIDER_ID_PREFIX);
    }

    private static Optional<UUID> paymentId(String providerId) {
        try {
            String text = providerId.substring(Pay.PROVIDER_ID_PREFIX.length());
            UUID id = UUID.fromString(text);
            return id.toString().equals(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
