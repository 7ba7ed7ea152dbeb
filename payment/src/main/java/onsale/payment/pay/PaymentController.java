package onsale.payment.pay;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.ChosenMethod;
import onsale.payment.pay.PaymentProblems.Codes;
import onsale.payment.pay.PaymentViews.PaymentView;
import onsale.payment.webhook.ReceiveWebhook;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import onsale.platform.portone.PaymentMethod;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The HTTP API of payments, for fans and for the provider's webhooks. */
@RestController
@RequestMapping("/api/payments")
@ProblemsOf(PaymentProblems.class)
public class PaymentController {

    private static final String PRINTABLE = "[\\x21-\\x7e]+";

    private final PreparePayment preparePayment;
    private final ConfirmPayment confirmPayment;
    private final CancelAttempt cancelAttempt;
    private final ReceiveWebhook receiveWebhook;
    private final AttemptStore attempts;
    private final PaymentMethods methods;
    private final PaymentViews views;

    public PaymentController(
            PreparePayment preparePayment,
            ConfirmPayment confirmPayment,
            CancelAttempt cancelAttempt,
            ReceiveWebhook receiveWebhook,
            AttemptStore attempts,
            PortOneSettings portOne) {
        this.preparePayment = preparePayment;
        this.confirmPayment = confirmPayment;
        this.cancelAttempt = cancelAttempt;
        this.receiveWebhook = receiveWebhook;
        this.attempts = attempts;
        this.methods = new PaymentMethods(portOne);
        this.views = new PaymentViews(portOne, methods);
    }

    record PrepareRequest(
            @NotNull @Size(max = 160) @Pattern(regexp = PRINTABLE) String paymentOrder,
            @NotNull @Size(max = 200) @Pattern(regexp = PRINTABLE) String paymentKey,
            @NotNull @Pattern(regexp = "CARD|TRANSFER|EASY_PAY") String method,
            @Nullable @Size(max = 200) @Pattern(regexp = PRINTABLE) String channelKey,
            @Nullable @Min(0) @Max(100_000_000) Long points) {
        @Override
        public String toString() {
            return Redacted.text(this, "paymentOrder", "paymentKey");
        }

        long pointsOrNone() {
            return points == null ? 0 : points;
        }
    }

    record ConfirmRequest(
            @NotNull UUID paymentId,
            @NotNull @Size(max = 500) @Pattern(regexp = PRINTABLE) String paymentToken) {
        @Override
        public String toString() {
            return Redacted.text(this, "paymentToken");
        }
    }

    record MethodList(List<PaymentMethods.Offer> items) {}

    record PaymentPage(List<PaymentView> items, int page, int size, long total) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes({
        Codes.NO_SUCH_ORDER,
        Codes.ORDER_OVER,
        Codes.NO_MORE_ATTEMPTS,
        Codes.IN_FLIGHT,
        Codes.KEY_REUSED,
        Codes.NO_SUCH_METHOD,
        Codes.NOT_ENOUGH_POINTS,
        Codes.TOO_MANY_POINTS,
        Codes.PROVIDER_AWAY
    })
    PaymentView prepare(CurrentUser user, @Valid @RequestBody PrepareRequest request) {
        ChosenMethod method =
                methods.choose(PaymentMethod.valueOf(request.method), request.channelKey)
                        .orElseThrow(() ->
                                refused(
                                        PaymentProblems.NO_SUCH_METHOD,
                                        "Choose from GET /api/payments/methods."));
        return switch (preparePayment.prepare(
                user.userId(),
                request.paymentOrder,
                request.paymentKey,
                method,
                request.pointsOrNone())) {
            case PreparePayment.Outcome.Prepared prepared ->
                    views.of(prepared.attempt(), request.paymentOrder);
            case PreparePayment.Outcome.NoSuchOrder _ ->
                    throw refused(
                            PaymentProblems.NO_SUCH_ORDER,
                            "Check out the reservation again and send its order.");
            case PreparePayment.Outcome.OrderOver _ -> throw orderOver();
            case PreparePayment.Outcome.NoMoreAttempts _ ->
                    throw refused(PaymentProblems.NO_MORE_ATTEMPTS, "Choose seats again.");
            case PreparePayment.Outcome.InFlight _ -> throw sendAgain(PaymentProblems.IN_FLIGHT);
            case PreparePayment.Outcome.KeyReused _ ->
                    throw refused(
                            PaymentProblems.KEY_REUSED,
                            "Use a new paymentKey for another attempt.");
            case PreparePayment.Outcome.NotEnoughPoints _ ->
                    throw refused(
                            PaymentProblems.NOT_ENOUGH_POINTS,
                            "Read GET /api/users/me/points and spend fewer.");
            case PreparePayment.Outcome.TooManyPoints _ ->
                    throw refused(
                            PaymentProblems.TOO_MANY_POINTS, "Spend at most what the order costs.");
            case PreparePayment.Outcome.ProviderAway _ ->
                    throw sendAgain(PaymentProblems.PROVIDER_AWAY);
        };
    }

    @PostMapping("/confirm")
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.ORDER_OVER, Codes.UNDER_WAY})
    PaymentView confirm(CurrentUser user, @Valid @RequestBody ConfirmRequest request) {
        return switch (confirmPayment.confirm(
                user.userId(), request.paymentId, request.paymentToken)) {
            case ConfirmPayment.Outcome.Known known -> views.of(known.attempt());
            case ConfirmPayment.Outcome.NotFound _ -> throw notFound();
            case ConfirmPayment.Outcome.OrderOver _ -> throw orderOver();
            case ConfirmPayment.Outcome.UnderWay _ ->
                    throw refused(
                            PaymentProblems.UNDER_WAY, "Read the payment until it has ended.");
        };
    }

    @PostMapping("/{id}/cancel")
    @ProblemCodes(Codes.WRONG_STATE)
    PaymentView cancel(CurrentUser user, @PathVariable UUID id) {
        return switch (cancelAttempt.cancel(user.userId(), id)) {
            case CancelAttempt.Outcome.Cancelled cancelled -> views.of(cancelled.attempt());
            case CancelAttempt.Outcome.NotFound _ -> throw notFound();
            case CancelAttempt.Outcome.WrongState wrong ->
                    throw Problem.of(PaymentProblems.WRONG_STATE, "Read the payment again.")
                            .with("paymentStatus", wrong.status())
                            .exception();
        };
    }

    @GetMapping
    PaymentPage mine(
            CurrentUser user,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        List<PaymentView> items =
                attempts.ofUser(user.userId(), size, page * size).stream().map(views::of).toList();
        return new PaymentPage(items, page, size, attempts.countOfUser(user.userId()));
    }

    /** The methods that a fan may choose from when preparing a payment. */
    @GetMapping("/methods")
    MethodList methods(CurrentUser user) {
        return new MethodList(methods.offers());
    }

    @GetMapping("/{id}")
    PaymentView detail(CurrentUser user, @PathVariable UUID id) {
        return attempts.find(id)
                .filter(attempt -> attempt.isOf(user.userId()))
                .map(views::of)
                .orElseThrow(PaymentController::notFound);
    }

    @PostMapping("/webhooks/portone")
    @ProblemCodes(Codes.BAD_SIGNATURE)
    void webhook(
            @RequestHeader("webhook-id") @Size(min = 1, max = 200) String id,
            @RequestHeader("webhook-timestamp") @Size(max = 20) String timestamp,
            @RequestHeader("webhook-signature") @Size(max = 1_000) String signatures,
            @RequestBody byte[] body) {
        switch (receiveWebhook.receive(id, timestamp, signatures, body)) {
            case ACCEPTED -> {}
            case BAD_SIGNATURE ->
                    throw refused(PaymentProblems.BAD_SIGNATURE, "Check the webhook's secret.");
            case NOT_JSON -> throw refused(PlatformProblems.UNREADABLE, "Send JSON.");
        }
    }

    private static ProblemException refused(ProblemCode code, String whatToDo) {
        return Problem.of(code, whatToDo).exception();
    }

    private static ProblemException notFound() {
        return refused(PlatformProblems.NOT_FOUND, "Check the address.");
    }

    private static ProblemException orderOver() {
        return refused(PaymentProblems.ORDER_OVER, "Read the reservation again.");
    }

    private static ProblemException sendAgain(ProblemCode code) {
        return Problem.of(code, "Send the same request again in a moment.")
                .retryIn(PlatformProblems.RETRY_AFTER)
                .exception();
    }
}
