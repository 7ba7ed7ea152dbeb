package onsale.portone;

import java.util.UUID;
import onsale.portone.Payment.Failure;
import onsale.portone.Payment.Method;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The approval of a payment by a person, on the provider's page or through the simulator's own API.
 */
final class Checkout {

    private final State state;
    private final Options options;
    private final PaymentChanges changes;

    Checkout(State state, Options options, PaymentChanges changes) {
        this.state = state;
        this.options = options;
        this.changes = changes;
    }

    /** A visit of a person to the page, or of a test in its place. */
    record Visit(
            String id,
            @Nullable Long amount,
            @Nullable String orderName,
            @Nullable String customData,
            Method method,
            Origin origin) {}

    /** Opens the page: from now on the merchant can read the payment. */
    Payment open(Visit visit) {
        return state.change(change -> open(change, visit));
    }

    private Payment open(State.Change change, Visit visit) {
        PaymentRules.checkId(visit.id());
        PaymentRules.checkText("orderName", visit.orderName());
        PaymentRules.checkText("customData", visit.customData());
        @Nullable Payment found = PaymentChanges.find(change, visit.id());
        if (found != null && !found.charges().isEmpty()) {
            throw PaymentRules.alreadyPaid(found);
        }
        @Nullable Long amount = visit.amount();
        if (found != null && amount != null && amount != found.totalAmount()) {
            throw PaymentRules.mismatch(found);
        }
        if (found == null && amount == null) {
            throw PortOneError.invalid("amount is missing and was not registered.");
        }
        if (found != null
                && found.status() != Status.REGISTERED
                && found.status() != Status.FAILED) {
            return found; // the page is opened again
        }
        long fixed = found != null ? found.totalAmount() : amount == null ? 0 : amount;
        PaymentRules.checkAmount(fixed);
        Payment base = found == null ? changes.registered(null, visit.id(), fixed) : found;
        Payment opened =
                base.opened(
                        UUID.randomUUID().toString(),
                        visit.method(),
                        visit.origin(),
                        fixed,
                        visit.orderName() == null ? base.orderName() : visit.orderName(),
                        visit.customData() == null ? base.customData() : visit.customData(),
                        changes.now());
        changes.put(change, opened, "Transaction.Ready");
        return opened;
    }

    /** Approves: a card payment gets a token, a transfer gets an account to pay into. */
    Payment approve(Visit visit) {
        return state.change(change -> {
            Payment opened = open(change, visit);
            if (opened.status() != Status.READY || opened.paymentToken() != null) {
                return opened; // approved before
            }
            if (opened.method() == Method.VIRTUAL_ACCOUNT) {
                Payment issued = opened.with(Status.VIRTUAL_ACCOUNT_ISSUED, changes.now());
                changes.put(change, issued, "Transaction.VirtualAccountIssued");
                return issued;
            }
            Payment approved = opened.approved("payment-token-" + UUID.randomUUID());
            change.put(approved);
            return approved;
        });
    }

    /** Ends the attempt, because the issuer declines or the person gives up. */
    Payment refuse(Visit visit, Failure why) {
        return state.change(change -> changes.fail(change, open(change, visit), why));
    }

    Answer approve(Request request) {
        Payment payment = approve(visit(request));
        return Answer.json(
                200,
                Json.object()
                        .with("paymentId", payment.id())
                        .with("transactionId", payment.transactionId())
                        .with("paymentToken", payment.paymentToken())
                        .with("status", payment.status().name()));
    }

    Answer decline(Request request) {
        JsonNode body = Json.read(request.body());
        @Nullable String code = Json.text(body, "code", 100);
        @Nullable String message = Json.text(body, "message", 500);
        String shown = message == null ? CheckoutPage.DECLINED.reason() : message;
        Payment payment =
                refuse(visit(request), new Failure(shown, code == null ? "DECLINED" : code, shown));
        return Answer.json(200, payment.toJson(options));
    }

    Answer close(Request request) {
        return Answer.json(200, refuse(visit(request), CheckoutPage.GIVEN_UP).toJson(options));
    }

    /** Takes money without a confirmation: a transfer, or a case that should not happen. */
    Answer charge(Request request) {
        return state.change(change -> {
            Payment payment = PaymentChanges.known(change, request.id());
            return Answer.json(200, changes.charge(change, payment, false).toJson(options));
        });
    }

    private Visit visit(Request request) {
        JsonNode body = Json.read(request.body());
        @Nullable Method method = Json.choice(body, "method", Method.class);
        return new Visit(
                request.id(),
                Json.number(body, "amount"),
                Json.text(body, "orderName", PaymentRules.TEXT_MAX),
                Json.text(body, "customData", PaymentRules.TEXT_MAX),
                method == null ? Method.CARD : method,
                Origin.read(body));
    }

    /** Shows the payment under another store, channel or currency, which should not happen. */
    Answer move(Request request) {
        Origin origin = Origin.read(Json.read(request.body()));
        return state.change(change -> {
            Payment moved = PaymentChanges.known(change, request.id()).from(origin);
            change.put(moved);
            return Answer.json(200, moved.toJson(options));
        });
    }
}
