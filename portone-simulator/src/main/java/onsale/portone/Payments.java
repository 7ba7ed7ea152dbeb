package onsale.portone;

import java.util.UUID;
import onsale.portone.Fault.Kind;
import onsale.portone.Fault.On;
import onsale.portone.Payment.Cancellation;
import onsale.portone.Payment.Failure;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The merchant's API of payments with manual approval: the amount is registered, a person approves
 * it at the {@link Checkout}, the merchant confirms with the token of that approval, and only then
 * is money taken, once.
 */
final class Payments {

    private final Options options;
    private final Calls calls;
    private final Webhooks webhooks;
    private final PaymentChanges changes;

    Payments(Options options, Calls calls, Webhooks webhooks, PaymentChanges changes) {
        this.options = options;
        this.calls = calls;
        this.webhooks = webhooks;
        this.changes = changes;
    }

    Answer preRegister(Request request) {
        return calls.run(
                On.PRE_REGISTER,
                request,
                (change, fault) -> {
                    JsonNode body = body(request);
                    @Nullable Long amount = Json.number(body, "totalAmount");
                    if (amount == null) {
                        throw PortOneError.invalid("totalAmount is missing.");
                    }
                    PaymentRules.checkAmount(amount);
                    PaymentRules.checkCurrency(Json.text(body, "currency", 10));
                    @Nullable Payment found = PaymentChanges.find(change, request.id());
                    if (found != null && !found.charges().isEmpty()) {
                        throw PaymentRules.alreadyPaid(found);
                    }
                    if (found == null || found.status() == Status.REGISTERED) {
                        change.put(changes.registered(found, request.id(), amount));
                    } else if (found.totalAmount() != amount) {
                        throw PortOneError.invalid("Somebody is paying another amount already.");
                    }
                    return Answer.json(200, Json.object());
                });
    }

    Answer get(Request request) {
        return calls.run(
                On.GET,
                request,
                (change, fault) ->
                        Answer.json(
                                200, PaymentChanges.known(change, request.id()).toJson(options)));
    }

    Answer confirm(Request request) {
        return calls.run(
                On.CONFIRM,
                request,
                (change, fault) -> {
                    JsonNode body = body(request);
                    Payment payment = PaymentChanges.known(change, request.id());
                    PaymentRules.checkConfirm(payment, body);
                    boolean quiet = Json.flag(body, "skipWebhook");
                    if (fault != null && fault.kind() == Kind.DECLINE) {
                        Failure why = new Failure(fault.message(), fault.code(), fault.message());
                        changes.fail(change, payment, why);
                        return pgProvider(fault);
                    }
                    if (fault != null && fault.kind() == Kind.LATE) {
                        return chargeLater(change, payment, fault);
                    }
                    Payment charged = changes.charge(change, payment, quiet);
                    return Answer.json(
                            200,
                            Json.object()
                                    .with("pgTxId", charged.pgTxId())
                                    .with("paidAt", charged.statusChangedAt()));
                });
    }

    private Answer chargeLater(State.Change change, Payment payment, Fault fault) {
        if (fault.shown() != payment.status()) {
            Payment shown = payment.with(fault.shown(), changes.now());
            changes.put(change, shown, "Transaction.PayPending");
        }
        changes.chargeLater(change, payment, false, fault.millis());
        return new Answer.Cut();
    }

    Answer cancel(Request request) {
        return calls.run(
                On.CANCEL,
                request,
                (change, fault) -> {
                    JsonNode body = body(request);
                    @Nullable String reason = Json.text(body, "reason", PaymentRules.TEXT_MAX);
                    if (reason == null || reason.isBlank()) {
                        throw PortOneError.invalid("reason is missing.");
                    }
                    @Nullable Long asked = Json.number(body, "amount");
                    Payment payment = PaymentChanges.known(change, request.id());
                    if (fault != null && fault.kind() == Kind.PAID_AFTER_CANCEL) {
                        changes.chargeLater(change, payment, true, fault.millis());
                    }
                    long amount = asked == null ? payment.cancellable() : asked;
                    PaymentRules.checkCancel(payment, body, amount);
                    if (fault != null && fault.kind() == Kind.DECLINE) {
                        return pgProvider(fault);
                    }
                    Cancellation cancellation =
                            new Cancellation(
                                    UUID.randomUUID().toString(),
                                    payment.transactionId(),
                                    amount,
                                    reason,
                                    changes.now());
                    Payment after = payment.cancelled(cancellation);
                    change.put(after);
                    if (!Json.flag(body, "skipWebhook")) {
                        webhooks.tell(
                                change,
                                after,
                                after.status() == Status.CANCELLED
                                        ? "Transaction.Cancelled"
                                        : "Transaction.PartialCancelled",
                                cancellation.id());
                    }
                    return Answer.json(
                            200, Json.object().with("cancellation", Payment.toJson(cancellation)));
                });
    }

    private JsonNode body(Request request) {
        JsonNode body = Json.read(request.body());
        @Nullable String store = Json.text(body, "storeId", PaymentRules.TEXT_MAX);
        if (store != null && !store.equals(options.storeId())) {
            throw new PortOneError(403, "FORBIDDEN", "The secret is not for store " + store + ".");
        }
        return body;
    }

    private static Answer pgProvider(Fault fault) {
        return Answer.json(
                502,
                Json.object()
                        .with("type", "PG_PROVIDER")
                        .with("message", fault.message())
                        .with("pgCode", fault.code())
                        .with("pgMessage", fault.message()));
    }
}
