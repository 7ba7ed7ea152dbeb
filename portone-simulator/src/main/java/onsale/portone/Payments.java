package onsale.portone;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.portone.Fault.Kind;
import onsale.portone.Fault.On;
import onsale.portone.Payment.Cancellation;
import onsale.portone.Payment.Failure;
import onsale.portone.Payment.Method;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Payments with manual approval: the amount is registered, a person approves it on a page, the
 * merchant confirms with the token of that approval, and only then is money taken – once.
 */
final class Payments {

    private static final int ID_MAX = 200;
    private static final int TEXT_MAX = 4_000;
    private static final long AMOUNT_MAX = 1_000_000_000_000L;

    private final State state;
    private final Options options;
    private final Calls calls;
    private final Webhooks webhooks;
    private final Timer timer;
    private long lastSequence;

    Payments(State state, Options options, Calls calls, Webhooks webhooks, Timer timer) {
        this.state = state;
        this.options = options;
        this.calls = calls;
        this.webhooks = webhooks;
        this.timer = timer;
        this.lastSequence =
                state.all(Payment.class).stream().mapToLong(Payment::sequence).max().orElse(0);
    }

    /** Takes up what an earlier run has left. */
    void start() {
        state.all(Later.class).forEach(this::schedule);
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
                    checkAmount(amount);
                    checkCurrency(Json.text(body, "currency", 10));
                    @Nullable Payment found = find(change, request.id());
                    if (found != null && !found.charges().isEmpty()) {
                        throw alreadyPaid(found);
                    }
                    if (found == null || found.status() == Status.REGISTERED) {
                        change.put(registered(found, request.id(), amount));
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
                (change, fault) -> Answer.json(200, known(change, request.id()).toJson(options)));
    }

    Answer confirm(Request request) {
        return calls.run(
                On.CONFIRM,
                request,
                (change, fault) -> {
                    JsonNode body = body(request);
                    Payment payment = known(change, request.id());
                    checkConfirm(payment, body);
                    boolean quiet = Json.flag(body, "skipWebhook");
                    if (fault != null && fault.kind() == Kind.DECLINE) {
                        Failure why = new Failure(fault.message(), fault.code(), fault.message());
                        fail(change, payment, why);
                        return pgProvider(fault);
                    }
                    if (fault != null && fault.kind() == Kind.LATE) {
                        return chargeLater(change, payment, fault);
                    }
                    Payment charged = charge(change, payment, quiet);
                    return Answer.json(
                            200,
                            Json.object()
                                    .with("pgTxId", charged.pgTxId())
                                    .with("paidAt", charged.statusChangedAt()));
                });
    }

    private void checkConfirm(Payment payment, JsonNode body) {
        @Nullable String token = Json.text(body, "paymentToken", TEXT_MAX);
        @Nullable String transaction = Json.text(body, "txId", TEXT_MAX);
        @Nullable Long amount = Json.number(body, "totalAmount");
        checkCurrency(Json.text(body, "currency", 10));
        if (token == null || token.isEmpty()) {
            throw PortOneError.invalid("paymentToken is missing.");
        }
        if (payment.isCharged()) {
            throw alreadyPaid(payment);
        }
        if (!token.equals(payment.paymentToken())) {
            throw new PortOneError(
                    400,
                    "INVALID_PAYMENT_TOKEN",
                    "The token is not that of the payment's latest approval.");
        }
        if ((transaction != null && !transaction.equals(payment.transactionId()))
                || (amount != null && amount != payment.totalAmount())) {
            throw mismatch(payment);
        }
    }

    private Answer chargeLater(State.Change change, Payment payment, Fault fault) {
        if (fault.shown() != payment.status()) {
            Payment shown = payment.with(fault.shown(), now());
            change.put(shown);
            webhooks.tell(change, shown, "Transaction.PayPending", null);
        }
        later(change, payment, false, fault.millis());
        return new Answer.Cut();
    }

    Answer cancel(Request request) {
        return calls.run(
                On.CANCEL,
                request,
                (change, fault) -> {
                    JsonNode body = body(request);
                    @Nullable String reason = Json.text(body, "reason", TEXT_MAX);
                    if (reason == null || reason.isBlank()) {
                        throw PortOneError.invalid("reason is missing.");
                    }
                    @Nullable Long asked = Json.number(body, "amount");
                    Payment payment = known(change, request.id());
                    if (fault != null && fault.kind() == Kind.PAID_AFTER_CANCEL) {
                        later(change, payment, true, fault.millis());
                    }
                    long amount = asked == null ? payment.cancellable() : asked;
                    checkCancel(payment, body, amount);
                    if (fault != null && fault.kind() == Kind.DECLINE) {
                        return pgProvider(fault);
                    }
                    Cancellation cancellation =
                            new Cancellation(
                                    UUID.randomUUID().toString(),
                                    payment.transactionId(),
                                    amount,
                                    reason,
                                    now());
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

    private static void checkCancel(Payment payment, JsonNode body, long amount) {
        if (payment.status() == Status.CANCELLED) {
            throw new PortOneError(
                    409, "PAYMENT_ALREADY_CANCELLED", "The payment is cancelled already.");
        }
        if (!payment.isCharged()) {
            throw new PortOneError(
                    409, "PAYMENT_NOT_PAID", "The payment is " + payment.status() + ".");
        }
        @Nullable Long expected = Json.number(body, "currentCancellableAmount");
        if (expected != null && expected != payment.cancellable()) {
            throw new PortOneError(
                    409,
                    "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN",
                    "%d can be cancelled, not %d.".formatted(payment.cancellable(), expected));
        }
        if (amount <= 0) {
            throw PortOneError.invalid("amount must be positive.");
        }
        if (amount > payment.cancellable()) {
            throw new PortOneError(
                    409,
                    "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT",
                    "Only %d can be cancelled.".formatted(payment.cancellable()));
        }
        long taxFree = part(body, "taxFreeAmount");
        if (taxFree + part(body, "vatAmount") > amount) {
            throw new PortOneError(
                    409, "SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT", "The parts exceed the amount.");
        }
        if (taxFree > 0) {
            throw new PortOneError(
                    409,
                    "CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT",
                    "Nothing was free of tax.");
        }
    }

    private static long part(JsonNode body, String name) {
        @Nullable Long part = Json.number(body, name);
        if (part != null && (part < 0 || part > AMOUNT_MAX)) {
            throw PortOneError.invalid(name + " is out of range.");
        }
        return part == null ? 0 : part;
    }

    /** What a person does on the page, or a test in its place. */
    record Visit(
            String id,
            @Nullable Long amount,
            @Nullable String orderName,
            @Nullable String customData,
            Method method) {}

    /** Somebody came to pay: from now on there is a payment to ask for. */
    Payment open(Visit visit) {
        return state.change(change -> open(change, visit));
    }

    private Payment open(State.Change change, Visit visit) {
        if (visit.id().isBlank() || visit.id().length() > ID_MAX) {
            throw PortOneError.invalid("A paymentId has 1 to " + ID_MAX + " characters.");
        }
        checkText("orderName", visit.orderName());
        checkText("customData", visit.customData());
        @Nullable Payment found = find(change, visit.id());
        if (found != null && !found.charges().isEmpty()) {
            throw alreadyPaid(found);
        }
        @Nullable Long amount = visit.amount();
        if (found != null && amount != null && amount != found.totalAmount()) {
            throw mismatch(found);
        }
        if (found == null && amount == null) {
            throw PortOneError.invalid("amount is missing and was not registered.");
        }
        if (found != null
                && found.status() != Status.REGISTERED
                && found.status() != Status.FAILED) {
            return found; // looked at again
        }
        long fixed = found != null ? found.totalAmount() : amount == null ? 0 : amount;
        checkAmount(fixed);
        Payment base = found == null ? registered(null, visit.id(), fixed) : found;
        Payment opened =
                base.opened(
                        UUID.randomUUID().toString(),
                        visit.method(),
                        fixed,
                        visit.orderName() == null ? base.orderName() : visit.orderName(),
                        visit.customData() == null ? base.customData() : visit.customData(),
                        now());
        change.put(opened);
        webhooks.tell(change, opened, "Transaction.Ready", null);
        return opened;
    }

    /** The person agrees: a card gets a token, a transfer gets an account to pay into. */
    Payment approve(Visit visit) {
        return state.change(change -> {
            Payment opened = open(change, visit);
            if (opened.status() != Status.READY || opened.paymentToken() != null) {
                return opened; // agreed before
            }
            if (opened.method() == Method.VIRTUAL_ACCOUNT) {
                Payment issued = opened.with(Status.VIRTUAL_ACCOUNT_ISSUED, now());
                change.put(issued);
                webhooks.tell(change, issued, "Transaction.VirtualAccountIssued", null);
                return issued;
            }
            Payment approved = opened.approved("payment-token-" + UUID.randomUUID());
            change.put(approved);
            return approved;
        });
    }

    /** The issuer says no, or the person gives up. */
    Payment refuse(Visit visit, Failure why) {
        return state.change(change -> fail(change, open(change, visit), why));
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
        String told = message == null ? CheckoutPage.DECLINED.reason() : message;
        Payment payment =
                refuse(visit(request), new Failure(told, code == null ? "DECLINED" : code, told));
        return Answer.json(200, payment.toJson(options));
    }

    Answer close(Request request) {
        return Answer.json(200, refuse(visit(request), CheckoutPage.GIVEN_UP).toJson(options));
    }

    /** Money arrives without a confirmation: a transfer, or what should not happen. */
    Answer charge(Request request) {
        return state.change(change -> {
            Payment payment = known(change, request.id());
            return Answer.json(200, charge(change, payment, false).toJson(options));
        });
    }

    private Visit visit(Request request) {
        JsonNode body = Json.read(request.body());
        @Nullable Method method = Json.choice(body, "method", Method.class);
        return new Visit(
                request.id(),
                Json.number(body, "amount"),
                Json.text(body, "orderName", TEXT_MAX),
                Json.text(body, "customData", TEXT_MAX),
                method == null ? Method.CARD : method);
    }

    private Payment charge(State.Change change, Payment payment, boolean quiet) {
        Payment charged = payment.charged(UUID.randomUUID().toString(), now());
        change.put(charged);
        if (!quiet) {
            webhooks.tell(change, charged, "Transaction.Paid", null);
        }
        return charged;
    }

    private Payment fail(State.Change change, Payment payment, Failure why) {
        Payment failed = payment.failed(why, now());
        change.put(failed);
        webhooks.tell(change, failed, "Transaction.Failed", null);
        return failed;
    }

    private void later(State.Change change, Payment payment, boolean again, long millis) {
        Later later =
                new Later(
                        UUID.randomUUID().toString(),
                        payment.id(),
                        payment.transactionId(),
                        again,
                        now().plusMillis(millis));
        change.put(later);
        change.then(() -> schedule(later));
    }

    private void schedule(Later later) {
        timer.at(later.due(), () -> takeNow(later));
    }

    /** One approval is charged once, however many confirmations of it were delayed. */
    private void takeNow(Later later) {
        state.change(change -> {
            change.drop(Later.class, later.key());
            @Nullable Payment payment = find(change, later.paymentId());
            if (payment == null) {
                return null;
            }
            boolean due =
                    later.again()
                            ? payment.cancellable() == 0
                            : payment.transactionId().equals(later.transactionId())
                                    && !payment.isCharged();
            return due ? charge(change, payment, false) : null;
        });
    }

    private Payment registered(@Nullable Payment found, String id, long amount) {
        if (id.isBlank() || id.length() > ID_MAX) {
            throw PortOneError.invalid("A paymentId has 1 to " + ID_MAX + " characters.");
        }
        long sequence = found == null ? ++lastSequence : found.sequence();
        return new Payment(
                id,
                sequence,
                Status.REGISTERED,
                UUID.randomUUID().toString(),
                Method.CARD,
                amount,
                found == null ? id : found.orderName(),
                found == null ? null : found.customData(),
                null,
                null,
                now(),
                now(),
                List.of(),
                List.of());
    }

    private static @Nullable Payment find(State.Change change, String id) {
        return change.get(Payment.class, id);
    }

    private static Payment known(State.Change change, String id) {
        @Nullable Payment found = find(change, id);
        if (found == null || found.status() == Status.REGISTERED) {
            throw new PortOneError(404, "PAYMENT_NOT_FOUND", "There is no payment " + id + ".");
        }
        return found;
    }

    private JsonNode body(Request request) {
        JsonNode body = Json.read(request.body());
        @Nullable String store = Json.text(body, "storeId", TEXT_MAX);
        if (store != null && !store.equals(options.storeId())) {
            throw new PortOneError(403, "FORBIDDEN", "The secret is not for store " + store + ".");
        }
        return body;
    }

    private static void checkText(String name, @Nullable String given) {
        if (given != null && given.length() > TEXT_MAX) {
            throw PortOneError.invalid(
                    "%s is longer than %d characters.".formatted(name, TEXT_MAX));
        }
    }

    private static void checkAmount(long amount) {
        if (amount <= 0 || amount > AMOUNT_MAX) {
            throw PortOneError.invalid("An amount is 1 to " + AMOUNT_MAX + " won.");
        }
    }

    private static void checkCurrency(@Nullable String currency) {
        if (currency != null && !currency.equals("KRW")) {
            throw PortOneError.invalid("Only KRW is simulated.");
        }
    }

    private static PortOneError alreadyPaid(Payment payment) {
        return new PortOneError(
                409, "ALREADY_PAID", "The payment is " + payment.status() + " already.");
    }

    private static PortOneError mismatch(Payment payment) {
        return new PortOneError(
                409,
                "INFORMATION_MISMATCH",
                "The payment is one of %d won, transaction %s."
                        .formatted(payment.totalAmount(), payment.transactionId()));
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

    private Instant now() {
        return options.clock().instant();
    }
}
