package onsale.payment;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentStore.Order;
import onsale.payment.PaymentStore.OrderState;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import onsale.platform.pass.Passes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

/**
 * A fan pays an order: prepare makes an attempt, confirm takes the money. That a confirm has
 * started is committed before the provider is asked; from then on only what the provider shows ends
 * the attempt. Who waits too long is told that we are checking, and the asking goes on.
 */
final class Pay {

    /** Left to the confirm itself, once its fan was told that we are checking. */
    private static final Duration ASK_AFTER = Duration.ofSeconds(2);

    /** By which the provider's payments are known as ours. */
    static final String PROVIDER_ID_PREFIX = "onsale-";

    private static final Logger LOG = LoggerFactory.getLogger(Pay.class);

    private final Database database;
    private final PaymentStore store;
    private final Settlement settlement;
    private final PortOne provider;
    private final Passes passes;
    private final PaymentSettings settings;
    private final Supplier<UUID> ids;

    Pay(
            Database database,
            PaymentStore store,
            Settlement settlement,
            PortOne provider,
            Passes passes,
            PaymentSettings settings,
            Supplier<UUID> ids) {
        this.database = database;
        this.store = store;
        this.settlement = settlement;
        this.provider = provider;
        this.passes = passes;
        this.settings = settings;
        this.ids = ids;
    }

    /** What became of it. */
    sealed interface Outcome {
        record Made(Payment payment) implements Outcome {}

        /** As far as it is known now; PENDING if we are still asking. */
        record Known(Payment payment) implements Outcome {}

        record NoSuchOrder() implements Outcome {}

        record NotFound() implements Outcome {}

        /** Paid or closed, or about to be. */
        record OrderOver() implements Outcome {}

        record NoMoreAttempts() implements Outcome {}

        /** This attempt, or another of the order, is being confirmed. */
        record UnderWay() implements Outcome {}

        /** The same request, sent before, is not done yet. */
        record InFlight() implements Outcome {}

        /** The key was used for another body. */
        record KeyReused() implements Outcome {}

        record ProviderAway() implements Outcome {}

        record WrongState(Status status) implements Outcome {}
    }

    Outcome prepare(UUID userId, String paymentOrder, String paymentKey, String method) {
        byte[] hash = Sha256.of(paymentOrder + "/" + method);
        Optional<Payment> before = store.findByKey(userId, paymentKey);
        if (before.isPresent()) {
            return repeated(before.get(), hash);
        }
        Optional<OrderPass> order =
                OrderPass.read(passes, paymentOrder).filter(o -> o.userId().equals(userId));
        if (order.isEmpty()) {
            return new Outcome.NoSuchOrder();
        }
        Outcome outcome;
        try {
            outcome = database.inTransaction(() -> insert(order.get(), paymentKey, hash));
        } catch (DuplicateKeyException e) {
            return repeated(store.findByKey(userId, paymentKey).orElseThrow(), hash);
        }
        return outcome instanceof Outcome.Made made ? register(made.payment) : outcome;
    }

    /** Registered again: the first time may have ended before it was. */
    private Outcome repeated(Payment known, byte[] hash) {
        if (!Arrays.equals(known.requestHash(), hash)) {
            return new Outcome.KeyReused();
        }
        return known.status() == Status.PENDING && !known.isStarted()
                ? register(known)
                : new Outcome.Made(known);
    }

    private Outcome insert(OrderPass pass, String paymentKey, byte[] hash) {
        if (!store.countAttempt(pass, settings.attemptsMax())) {
            Order order = store.lockOrder(pass.orderId());
            return isOver(order) ? new Outcome.OrderOver() : new Outcome.NoMoreAttempts();
        }
        UUID id = ids.get();
        return new Outcome.Made(store.insert(id, pass, paymentKey, hash, PROVIDER_ID_PREFIX + id));
    }

    private static boolean isOver(Order order) {
        return order.state() != OrderState.OPEN || order.closeAsked() != null;
    }

    /** So that nobody can pay another amount. */
    private Outcome register(Payment payment) {
        try {
            return switch (provider.preRegister(payment.providerId(), payment.amount())) {
                case PortOne.Answer.Done _ -> new Outcome.Made(payment);
                case PortOne.Answer.Refused refused when refused.isOutstanding() ->
                        new Outcome.InFlight();
                case PortOne.Answer.Refused refused when refused.isPaidAlready() ->
                        new Outcome.Made(payment); // what follows is the reconciler's
                case PortOne.Answer.Refused refused -> {
                    LOG.error("Payment {} is not registered: {}", payment.id(), refused.type());
                    yield new Outcome.ProviderAway();
                }
            };
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Payment {} is not registered: {}", payment.id(), e.getMessage());
            return new Outcome.ProviderAway();
        }
    }

    Outcome confirm(UUID userId, UUID paymentId, String paymentToken) {
        Optional<Payment> found =
                store.find(paymentId).filter(payment -> payment.userId().equals(userId));
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        Outcome started;
        try {
            started =
                    database.inTransaction(
                            () -> start(found.get().orderId(), paymentId, paymentToken));
        } catch (DuplicateKeyException e) {
            return new Outcome.UnderWay(); // the index over started attempts
        }
        if (!(started instanceof Outcome.Made made)) {
            return started;
        }
        CompletableFuture<Payment> end = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                end.complete(take(made.payment, paymentToken));
            } catch (RuntimeException e) {
                LOG.warn("Payment {} is asked about later: {}", paymentId, e.toString());
                end.complete(made.payment);
            }
        });
        return new Outcome.Known(await(end, made.payment, settings.fanWaits()));
    }

    private Outcome start(UUID orderId, UUID paymentId, String paymentToken) {
        Order order = store.lockOrder(orderId);
        Payment payment = store.find(paymentId).orElseThrow();
        if (payment.isUnderWay()) {
            return new Outcome.UnderWay();
        }
        if (payment.status() != Status.PENDING) {
            return new Outcome.Known(payment); // repeated after its end
        }
        if (isOver(order)) {
            return new Outcome.OrderOver();
        }
        return new Outcome.Made(
                store.start(paymentId, paymentToken, settings.fanWaits().plus(ASK_AFTER)));
    }

    /** What the provider shows after the confirm ends the attempt, or leaves it to be asked. */
    private Payment take(Payment payment, String paymentToken) {
        try {
            PortOne.Taken taken =
                    provider.take(
                            payment.providerId(),
                            paymentToken,
                            payment.amount(),
                            payment.refusals());
            Payment after = settlement.taken(payment.id(), taken);
            if (after.isUnderWay()) {
                store.askSoon(payment.id());
            }
            return after;
        } catch (PortOne.NoAnswer e) {
            LOG.warn("Payment {} is asked about later: {}", payment.id(), e.getMessage());
            store.askSoon(payment.id());
            return payment;
        }
    }

    private static Payment await(
            CompletableFuture<Payment> end, Payment meanwhile, Duration within) {
        try {
            return end.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return meanwhile; // the asking goes on
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return meanwhile;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An attempt that has not started to confirm is given up; the order stays open. */
    Outcome cancel(UUID userId, UUID paymentId) {
        Optional<Payment> found =
                store.find(paymentId).filter(payment -> payment.userId().equals(userId));
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        return database.inTransaction(() -> {
            store.lockOrder(found.get().orderId());
            Payment payment = store.find(paymentId).orElseThrow();
            if (payment.status() == Status.FAILED) {
                return new Outcome.Known(payment);
            }
            if (payment.status() != Status.PENDING || payment.isStarted()) {
                return new Outcome.WrongState(payment.status());
            }
            return new Outcome.Known(
                    settlement.apply(
                            paymentId, new ProviderView.Failed("given up by the fan", "")));
        });
    }
}
