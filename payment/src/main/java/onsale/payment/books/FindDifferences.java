package onsale.payment.books;

import java.util.Optional;
import onsale.payment.books.Difference.Kind;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.provider.ListedPayment;
import onsale.payment.provider.ProviderPayment;
import onsale.payment.provider.ProviderPayment.Charged;
import onsale.payment.refund.RefundStore;
import onsale.payment.settle.AdoptPayment;
import onsale.payment.settle.SettleAttempt;
import org.jspecify.annotations.Nullable;

/**
 * Compares one payment of the provider with ours. What the provider has and we do not is settled as
 * if a webhook had told us; what we have and the provider has not, and amounts that differ, are
 * left to people.
 */
public final class FindDifferences {

    private final AttemptStore attempts;
    private final RefundStore refunds;
    private final SettleAttempt settleAttempt;
    private final AdoptPayment adoptPayment;

    public FindDifferences(
            AttemptStore attempts,
            RefundStore refunds,
            SettleAttempt settleAttempt,
            AdoptPayment adoptPayment) {
        this.attempts = attempts;
        this.refunds = refunds;
        this.settleAttempt = settleAttempt;
        this.adoptPayment = adoptPayment;
    }

    /**
     * @param here null if we do not know the payment
     */
    Optional<Difference> find(@Nullable PaymentAttempt here, ListedPayment there) {
        if (here == null) {
            return unknownHere(there);
        }
        return switch (there.payment()) {
            case Charged charge -> charged(here, charge);
            case ProviderPayment.Failed _, ProviderPayment.Open _ ->
                    here.wasPaid() ? forPeople(here, Kind.NOT_PAID_THERE, 0L) : Optional.empty();
            case ProviderPayment.Unknown _ ->
                    here.wasPaid() ? forPeople(here, Kind.UNKNOWN_THERE, null) : Optional.empty();
        };
    }

    private Optional<Difference> unknownHere(ListedPayment there) {
        if (!(there.payment() instanceof Charged charge)
                || refunds.exists(there.providerId(), charge.transactionId())
                || charge.leftWon() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Difference(
                        there.providerId(),
                        Kind.UNKNOWN_HERE,
                        null,
                        charge.leftWon(),
                        adoptPayment.adopt(there).text()));
    }

    private Optional<Difference> charged(PaymentAttempt here, Charged there) {
        boolean isRefund = refunds.exists(here.providerId(), there.transactionId());
        if (here.wasPaid() && here.isPaidBy(there.transactionId())) {
            return sameCharge(here, there);
        }
        if (there.leftWon() == 0 || isRefund) {
            return Optional.empty(); // went back, or is about to
        }
        PaymentAttempt after = settleAttempt.settle(here.id(), there);
        return Optional.of(
                new Difference(
                        here.providerId(),
                        Kind.CHARGED_THERE,
                        0L,
                        there.leftWon(),
                        whatFollowed(after, there)));
    }

    private String whatFollowed(PaymentAttempt settled, Charged there) {
        if (settled.status() == Status.SUCCESS) {
            return "the order is paid";
        }
        return refunds.exists(settled.providerId(), there.transactionId())
                ? "given back"
                : AdoptPayment.Outcome.NOT_OURS.text();
    }

    /** Compares the charge that paid the order here. */
    private Optional<Difference> sameCharge(PaymentAttempt here, Charged there) {
        if (there.amountWon() != here.amountWon()) {
            return forPeople(here, Kind.AMOUNT_DIFFERS, there.amountWon());
        }
        long askedWon = attempts.askedBack(here.id()).amountWon();
        if (here.status() == Status.REFUNDED && there.cancelledWon() < askedWon) {
            return forPeople(here, Kind.NOT_GIVEN_BACK, there.leftWon());
        }
        return there.cancelledWon() > askedWon
                ? forPeople(here, Kind.CANCELLED_THERE, there.leftWon())
                : Optional.empty();
    }

    private static Optional<Difference> forPeople(
            PaymentAttempt here, Kind kind, @Nullable Long thereWon) {
        return Optional.of(
                new Difference(
                        here.providerId(),
                        kind,
                        here.amountWon(),
                        thereWon,
                        "for a person to look at"));
    }
}
