package onsale.payment.pay;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.OrderPass;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.ChosenMethod;
import onsale.payment.order.OrderStore;
import onsale.payment.order.OrderVerdicts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.points.Points;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.provider.ProviderAnswer;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import onsale.platform.pass.Passes;
import onsale.platform.portone.NoAnswer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

/**
 * Prepares an attempt to pay an order and fixes its amount at the provider. An order of 0 won, or
 * one that points pay in full, is paid by preparing it, without the provider.
 */
public final class PreparePayment {

    /** The outcome of preparing a payment. */
    public sealed interface Outcome {

        /** The attempt is there, made by this request or by the same request before. */
        record Prepared(PaymentAttempt attempt) implements Outcome {}

        record NoSuchOrder() implements Outcome {}

        /** The order is paid or closed, or about to be closed. */
        record OrderOver() implements Outcome {}

        record NoMoreAttempts() implements Outcome {}

        /** The same request, sent before, is not done yet. */
        record InFlight() implements Outcome {}

        /** The payment key was used for another request. */
        record KeyReused() implements Outcome {}

        record ProviderAway() implements Outcome {}

        /** The fan has fewer spendable points. */
        record NotEnoughPoints() implements Outcome {}

        /** More points than the order costs. */
        record TooManyPoints() implements Outcome {}
    }

    /** Undoes the attempt that was inserted for points that are not there. */
    private static final class TooFewPoints extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooFewPoints() {
            super("too few points", null, false, false);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(PreparePayment.class);

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final OrderVerdicts verdicts;
    private final PortOnePayments provider;
    private final Passes passes;
    private final Points points;
    private final int attemptsMax;
    private final Supplier<UUID> ids;

    public PreparePayment(
            Database database,
            OrderStore orders,
            AttemptStore attempts,
            OrderVerdicts verdicts,
            PortOnePayments provider,
            Passes passes,
            Points points,
            int attemptsMax,
            Supplier<UUID> ids) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.verdicts = verdicts;
        this.provider = provider;
        this.passes = passes;
        this.points = points;
        this.attemptsMax = attemptsMax;
        this.ids = ids;
    }

    /**
     * Prepares an attempt, once for each key of a fan.
     *
     * @param paymentOrder the signed order {@code qp_…}
     * @param points that pay a part of it, or all
     */
    public Outcome prepare(
            UUID userId, String paymentOrder, String paymentKey, ChosenMethod method, long points) {
        byte[] hash =
                Sha256.of(
                        paymentOrder
                                + "/"
                                + method.method()
                                + "/"
                                + method.channelKey()
                                + (points == 0 ? "" : "/" + points));
        Optional<OrderPass> order =
                OrderPass.read(passes, paymentOrder).filter(pass -> pass.userId().equals(userId));
        if (order.isEmpty()) {
            return knownOr(userId, paymentKey, hash, Outcome.NoSuchOrder::new);
        }
        if (points > order.get().amountWon()) {
            return new Outcome.TooManyPoints();
        }
        Optional<PaymentAttempt> inserted;
        try {
            inserted = insert(order.get(), paymentKey, hash, method, points);
        } catch (TooFewPoints e) {
            return knownOr(userId, paymentKey, hash, Outcome.NotEnoughPoints::new);
        } catch (DuplicateKeyException e) {
            return repeated(attempts.findByKey(userId, paymentKey).orElseThrow(), hash);
        }
        if (inserted.isEmpty()) {
            return knownOr(userId, paymentKey, hash, () -> refused(order.get().orderId()));
        }
        PaymentAttempt attempt = inserted.get();
        return attempt.amountWon() > 0 ? register(attempt) : new Outcome.Prepared(attempt);
    }

    /** In one round trip, unless there is nothing to pay or points are spent. */
    private Optional<PaymentAttempt> insert(
            OrderPass order, String paymentKey, byte[] hash, ChosenMethod method, long spent) {
        UUID id = ids.get();
        if (order.amountWon() > 0 && spent == 0) {
            return attempts.insert(id, order, paymentKey, hash, method, 0, attemptsMax);
        }
        return database.inTransaction(() -> {
            Optional<PaymentAttempt> made =
                    attempts.insert(id, order, paymentKey, hash, method, spent, attemptsMax);
            if (made.isPresent() && spent > 0 && !points.spend(order.userId(), id, spent)) {
                throw new TooFewPoints();
            }
            return order.amountWon() == spent ? made.map(verdicts::paidForFree) : made;
        });
    }

    private Outcome refused(UUID orderId) {
        return database.inTransaction(() -> orders.lock(orderId)).isOver()
                ? new Outcome.OrderOver()
                : new Outcome.NoMoreAttempts();
    }

    /** A request that was made before has its answer, whatever has become of the order since. */
    private Outcome knownOr(
            UUID userId, String paymentKey, byte[] hash, Supplier<Outcome> otherwise) {
        return attempts.findByKey(userId, paymentKey)
                .map(known -> repeated(known, hash))
                .orElseGet(otherwise);
    }

    /** Registers again, because the first request may have ended before it did. */
    private Outcome repeated(PaymentAttempt known, byte[] hash) {
        if (!Arrays.equals(known.requestHash(), hash)) {
            return new Outcome.KeyReused();
        }
        return known.isWaiting() ? register(known) : new Outcome.Prepared(known);
    }

    /** Fixes the amount at the provider, so that nobody can pay another one. */
    private Outcome register(PaymentAttempt attempt) {
        try {
            return switch (provider.preRegister(attempt.providerId(), attempt.amountWon())) {
                case ProviderAnswer.Done _ -> new Outcome.Prepared(attempt);
                case ProviderAnswer.Refused refused when refused.isOutstanding() ->
                        new Outcome.InFlight();
                // somebody paid without a confirm: a webhook or the nightly comparison settles it
                case ProviderAnswer.Refused refused when refused.isPaidAlready() ->
                        new Outcome.Prepared(attempt);
                case ProviderAnswer.Refused refused -> {
                    LOG.error("Payment {} is not registered: {}", attempt.id(), refused.type());
                    yield new Outcome.ProviderAway();
                }
            };
        } catch (NoAnswer e) {
            LOG.warn("Payment {} is not registered: {}", attempt.id(), e.getMessage());
            return new Outcome.ProviderAway();
        }
    }
}
