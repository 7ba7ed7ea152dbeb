package onsale.payment;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.payment.Pay.Outcome;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.platform.access.CurrentUser;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Paying, and what the provider tells us of it. */
@RestController
@RequestMapping("/api/payments")
class PaymentController {

    private static final String PRINTABLE = "[\\x21-\\x7e]+";
    private static final int PROVIDER_ID_MAX = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Pay pay;
    private final PaymentStore store;
    private final WebhookStore webhooks;
    private final WebhookSignature signature;
    private final Reconciler reconciler;
    private final PortOneSettings portOne;

    PaymentController(
            Pay pay,
            PaymentStore store,
            WebhookStore webhooks,
            WebhookSignature signature,
            Reconciler reconciler,
            PortOneSettings portOne) {
        this.pay = pay;
        this.store = store;
        this.webhooks = webhooks;
        this.signature = signature;
        this.reconciler = reconciler;
        this.portOne = portOne;
    }

    record PrepareRequest(
            @NotNull @Size(max = 160) @Pattern(regexp = PRINTABLE) String paymentOrder,
            @NotNull @Size(max = 200) @Pattern(regexp = PRINTABLE) String paymentKey,
            @NotNull @Pattern(regexp = "CARD") String method) {}

    record ConfirmRequest(
            @NotNull UUID paymentId,
            @NotNull @Size(max = 500) @Pattern(regexp = PRINTABLE) String paymentToken) {}

    /**
     * What the page of the provider needs to be opened.
     *
     * @param customData to be sent along when the fan has just prepared to pay: the order itself,
     *     by which our books could be rebuilt from the provider's
     */
    record Provider(
            String storeId, String channelKey, String paymentId, @Nullable String customData) {}

    /**
     * A payment as its fan sees it.
     *
     * @param checking the provider may have the money: we are asking
     */
    record PaymentView(
            UUID paymentId,
            Status status,
            long amount,
            UUID reservationId,
            boolean checking,
            @Nullable String failureReason,
            @Nullable Instant paidAt,
            Instant createdAt,
            Provider provider) {}

    record Page(List<PaymentView> items, int page, int size, long total) {}

    private PaymentView view(Payment payment) {
        return view(payment, null);
    }

    private PaymentView view(Payment payment, @Nullable String customData) {
        return new PaymentView(
                payment.id(),
                payment.status(),
                payment.amount(),
                payment.reservationId(),
                payment.isUnderWay(),
                payment.failureReason(),
                payment.paidAt(),
                payment.createdAt(),
                new Provider(
                        portOne.storeId(), portOne.channelKey(), payment.providerId(), customData));
    }

    @PostMapping
    ResponseEntity<?> prepare(CurrentUser user, @Valid @RequestBody PrepareRequest request) {
        Outcome outcome =
                pay.prepare(
                        user.userId(), request.paymentOrder, request.paymentKey, request.method);
        return outcome instanceof Outcome.Made made
                ? ResponseEntity.status(201).body(view(made.payment(), request.paymentOrder))
                : answer(outcome);
    }

    @PostMapping("/confirm")
    ResponseEntity<?> confirm(CurrentUser user, @Valid @RequestBody ConfirmRequest request) {
        return answer(pay.confirm(user.userId(), request.paymentId, request.paymentToken));
    }

    @PostMapping("/{id}/cancel")
    ResponseEntity<?> cancel(CurrentUser user, @PathVariable UUID id) {
        return answer(pay.cancel(user.userId(), id));
    }

    @GetMapping
    Page mine(
            CurrentUser user,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        List<PaymentView> items =
                store.ofUser(user.userId(), size, page * size).stream().map(this::view).toList();
        return new Page(items, page, size, store.countOfUser(user.userId()));
    }

    @GetMapping("/{id}")
    ResponseEntity<?> detail(CurrentUser user, @PathVariable UUID id) {
        Optional<Payment> own =
                store.find(id).filter(payment -> payment.userId().equals(user.userId()));
        return own.isPresent()
                ? ResponseEntity.ok(view(own.get()))
                : answer(new Outcome.NotFound());
    }

    /** Kept first, then believed only as far as the provider itself shows the same. */
    @PostMapping("/webhooks/portone")
    ResponseEntity<?> webhook(
            @RequestHeader("webhook-id") @Size(min = 1, max = 200) String id,
            @RequestHeader("webhook-timestamp") @Size(max = 20) String timestamp,
            @RequestHeader("webhook-signature") @Size(max = 1_000) String signatures,
            @RequestBody byte[] body) {
        if (!signature.isValid(id, timestamp, signatures, body)) {
            return Problem.of(PaymentProblems.BAD_SIGNATURE, "Check the webhook's secret.")
                    .response();
        }
        JsonNode message;
        try {
            message = JSON.readTree(body);
        } catch (JacksonException e) {
            return Problem.of(PlatformProblems.UNREADABLE, "Send JSON.").response();
        }
        String providerId = text(message.path("data").path("paymentId"));
        if (providerId.length() <= PROVIDER_ID_MAX && providerId.matches(PRINTABLE)) {
            WebhookStore.Webhook webhook =
                    new WebhookStore.Webhook(
                            id,
                            plain(message.path("type")),
                            providerId,
                            plain(message.path("data").path("transactionId")));
            boolean endsNothing = Reconciler.endsNothing(webhook);
            if (webhooks.keep(webhook, message.toString(), endsNothing) && !endsNothing) {
                reconciler.handleNow(webhook);
            }
        }
        return ResponseEntity.ok().build();
    }

    private static String plain(JsonNode value) {
        return text(value).replaceAll("\\p{Cntrl}", "");
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : "";
    }

    private ResponseEntity<?> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Made made -> ResponseEntity.status(201).body(view(made.payment()));
            case Outcome.Known known -> ResponseEntity.ok(view(known.payment()));
            case Outcome.NotFound _ ->
                    Problem.of(PlatformProblems.NOT_FOUND, "Check the address.").response();
            case Outcome.NoSuchOrder _ ->
                    Problem.of(
                                    PaymentProblems.NO_SUCH_ORDER,
                                    "Check out the reservation again and send its order.")
                            .response();
            case Outcome.OrderOver _ ->
                    Problem.of(PaymentProblems.ORDER_OVER, "Read the reservation again.")
                            .response();
            case Outcome.NoMoreAttempts _ ->
                    Problem.of(PaymentProblems.NO_MORE_ATTEMPTS, "Choose seats again.").response();
            case Outcome.UnderWay _ ->
                    Problem.of(PaymentProblems.UNDER_WAY, "Read the payment until it has ended.")
                            .response();
            case Outcome.InFlight _ ->
                    Problem.of(
                                    PaymentProblems.IN_FLIGHT,
                                    "Send the same request again in a moment.")
                            .retryIn(PlatformProblems.RETRY_AFTER)
                            .response();
            case Outcome.KeyReused _ ->
                    Problem.of(
                                    PaymentProblems.KEY_REUSED,
                                    "Use a new paymentKey for another attempt.")
                            .response();
            case Outcome.ProviderAway _ ->
                    Problem.of(
                                    PaymentProblems.PROVIDER_AWAY,
                                    "Send the same request again in a moment.")
                            .retryIn(PlatformProblems.RETRY_AFTER)
                            .response();
            case Outcome.WrongState wrong ->
                    Problem.of(PaymentProblems.WRONG_STATE, "Read the payment again.")
                            .with("paymentStatus", wrong.status())
                            .response();
        };
    }
}
