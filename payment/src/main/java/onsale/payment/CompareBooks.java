package onsale.payment;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import onsale.payment.ComparisonStore.Difference;
import onsale.payment.ComparisonStore.Night;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Each night the provider's list is compared with our books. What the provider has and we do not is
 * settled as if a webhook had told us; what we have and the provider has not, and amounts that
 * differ, are for people. Every difference is a row and a line in the log.
 */
final class CompareBooks {

    private static final String ZONE = "Asia/Seoul";
    private static final int HOUR = 4;
    private static final Duration LOOK_EVERY = Duration.ofMinutes(10);
    private static final Duration LEASE = Duration.ofMinutes(3);

    /** What is younger may still be on its way; what is older was compared in earlier nights. */
    private static final Duration YOUNG = Duration.ofMinutes(30);

    private static final Duration BACK = Duration.ofDays(3);
    private static final Duration WEBHOOKS_KEPT = Duration.ofDays(30);
    private static final Duration ANSWERS_KEPT = Duration.ofDays(7 * 365 + 2);
    private static final int AT_ONCE = 100;
    private static final Logger LOG = LoggerFactory.getLogger(CompareBooks.class);

    private final ComparisonStore store;
    private final PaymentStore payments;
    private final RefundStore refunds;
    private final WebhookStore webhooks;
    private final Settlement settlement;
    private final Reconciler reconciler;
    private final PortOne provider;

    CompareBooks(
            ComparisonStore store,
            PaymentStore payments,
            RefundStore refunds,
            WebhookStore webhooks,
            Settlement settlement,
            Reconciler reconciler,
            PortOne provider) {
        this.store = store;
        this.payments = payments;
        this.refunds = refunds;
        this.webhooks = webhooks;
        this.settlement = settlement;
        this.reconciler = reconciler;
        this.provider = provider;
    }

    void start(Jobs jobs) {
        jobs.every("compare-books", LOOK_EVERY, LEASE, this::tonight);
    }

    private void tonight(Lease lease) throws PortOne.NoAnswer {
        Optional<Night> due = store.due(HOUR, ZONE);
        if (due.isPresent()) {
            compare(due.get(), YOUNG, lease);
            forget(lease);
        }
    }

    /** From where it was left, if an earlier run did not finish. */
    void compare(Night night, Duration young, Lease lease) throws PortOne.NoAnswer {
        Instant until = night.beganAt().minus(young);
        Instant from = until.minus(BACK);
        @Nullable String cursor = night.cursor();
        do {
            PortOne.Page page = provider.list(from, until, cursor);
            compare(night.day(), page.payments());
            cursor = page.next();
            store.listed(night.day(), page.payments().size(), cursor);
            if (!lease.stillMine()) {
                return;
            }
        } while (cursor != null);
        List<String> unseen;
        do {
            unseen = store.unseen(night.day(), from, until, AT_ONCE);
            for (String providerId : unseen) {
                compare(night.day(), List.of(provider.look(providerId)));
            }
        } while (unseen.size() == AT_ONCE && lease.stillMine());
        store.finish(night.day());
        LOG.info("Books of {} compared: {} differences", night.day(), store.differences());
    }

    private void compare(LocalDate day, List<PortOne.Listed> listed) {
        List<String> ids = listed.stream().map(PortOne.Listed::providerId).toList();
        Map<String, Payment> ours =
                payments.findByProviderIds(ids).stream()
                        .collect(Collectors.toMap(Payment::providerId, Function.identity()));
        for (PortOne.Listed there : listed) {
            @Nullable Payment here = ours.get(there.providerId());
            Optional<Difference> found =
                    here == null ? stranger(there) : difference(here, there.view());
            found.ifPresent(difference -> report(day, difference));
        }
        store.seen(day, ids);
    }

    private void report(LocalDate day, Difference difference) {
        if (store.report(day, difference)) {
            LOG.warn(
                    "Books differ at {}: {}, {} won here, {} won there; {}",
                    difference.providerId(),
                    difference.kind(),
                    difference.hereWon(),
                    difference.thereWon(),
                    difference.whatFollows());
        }
    }

    private Optional<Difference> stranger(PortOne.Listed there) {
        if (!(there.view() instanceof ProviderView.Charged charged)
                || refunds.exists(there.providerId(), charged.transactionId())
                || charged.leftWon() == 0) {
            return Optional.empty();
        }
        String follows =
                !Reconciler.isOurs(there.providerId())
                        ? "nothing: it is not a payment of this platform"
                        : reconciler.adopt(there)
                                ? "rebuilt from the order sent along"
                                : "given back: its order is not known";
        return found(there.providerId(), "UNKNOWN_HERE", null, charged.leftWon(), follows);
    }

    private Optional<Difference> difference(Payment here, ProviderView there) {
        return switch (there) {
            case ProviderView.Charged charged -> charged(here, charged);
            case ProviderView.Failed _, ProviderView.Open _ ->
                    here.wasPaid() ? forPeople(here, "NOT_PAID_THERE", 0L) : Optional.empty();
            case ProviderView.Unknown _ ->
                    here.wasPaid() ? forPeople(here, "UNKNOWN_THERE", null) : Optional.empty();
        };
    }

    private Optional<Difference> charged(Payment here, ProviderView.Charged there) {
        boolean isItsCharge = there.transactionId().equals(here.transactionId());
        boolean isRefund = refunds.exists(here.providerId(), there.transactionId());
        if (here.wasPaid() && isItsCharge) {
            if (there.amountWon() != here.amount()) {
                return forPeople(here, "AMOUNT_DIFFERS", there.amountWon());
            }
            if (here.status() == Status.REFUNDED && there.leftWon() > 0) {
                return forPeople(here, "NOT_GIVEN_BACK", there.leftWon());
            }
            return there.cancelledWon() > 0 && !isRefund
                    ? forPeople(here, "CANCELLED_THERE", there.leftWon())
                    : Optional.empty();
        }
        if (there.leftWon() == 0 || isRefund) {
            return Optional.empty(); // went back, or is about to
        }
        Payment after = settlement.apply(here.id(), there);
        return found(
                here.providerId(),
                "CHARGED_THERE",
                0L,
                there.leftWon(),
                after.status() == Status.SUCCESS ? "the order is paid" : "given back");
    }

    private static Optional<Difference> forPeople(Payment here, String kind, @Nullable Long there) {
        return found(here.providerId(), kind, here.amount(), there, "for a person to look at");
    }

    private static Optional<Difference> found(
            String providerId,
            String kind,
            @Nullable Long hereWon,
            @Nullable Long thereWon,
            String follows) {
        return Optional.of(new Difference(providerId, kind, hereWon, thereWon, follows));
    }

    /** What need not be kept for ever. */
    private void forget(Lease lease) {
        while (store.forgetAnswers(ANSWERS_KEPT, AT_ONCE) + webhooks.forget(WEBHOOKS_KEPT, AT_ONCE)
                        > 0
                && lease.stillMine()) {
            // the next portion
        }
    }
}
