package onsale.portone;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One payment. Its charges and cancellations only ever grow. A merchant sees the latest attempt,
 * which alone can be charged or cancelled.
 *
 * @param sequence the order of creation
 * @param transactionId of the latest attempt
 * @param origin under which a merchant sees it
 * @param paymentToken confirms the latest attempt; set from approval to charge or failure
 */
record Payment(
        String id,
        long sequence,
        Status status,
        String transactionId,
        Method method,
        @Nullable Origin origin,
        long totalAmount,
        String orderName,
        @Nullable String customData,
        @Nullable String paymentToken,
        @Nullable Failure failure,
        Instant requestedAt,
        Instant statusChangedAt,
        List<Charge> charges,
        List<Cancellation> cancellations)
        implements Item {
    @Override
    public String toString() {
        return "Payment"; // never in a log
    }

    private static final Duration ACCOUNT_OPEN_FOR = Duration.ofDays(1);

    enum Status {
        /** The amount is fixed; nobody has come to pay yet, and a merchant sees nothing. */
        REGISTERED,
        READY,
        PAY_PENDING,
        VIRTUAL_ACCOUNT_ISSUED,
        PAID,
        FAILED,
        PARTIAL_CANCELLED,
        CANCELLED
    }

    enum Method {
        CARD,
        TRANSFER,
        EASY_PAY,
        VIRTUAL_ACCOUNT
    }

    record Failure(String reason, String pgCode, String pgMessage) {}

    record Charge(String transactionId, long amount, Instant at) {}

    record Cancellation(String id, String transactionId, long amount, String reason, Instant at) {}

    @Override
    public String key() {
        return id;
    }

    long charged() {
        return charges.stream().mapToLong(Charge::amount).sum();
    }

    long cancelled() {
        return cancellations.stream().mapToLong(Cancellation::amount).sum();
    }

    @JsonIgnore
    boolean isCharged() {
        return charges.stream().anyMatch(charge -> charge.transactionId().equals(transactionId));
    }

    List<Cancellation> shownCancellations() {
        return cancellations.stream()
                .filter(one -> one.transactionId().equals(transactionId))
                .toList();
    }

    long shownCancelled() {
        return shownCancellations().stream().mapToLong(Cancellation::amount).sum();
    }

    /** The amount that can still be cancelled. */
    long cancellable() {
        return isCharged() ? totalAmount - shownCancelled() : 0;
    }

    /** The origin that a merchant sees. */
    Origin belongs() {
        return origin == null ? Origin.OWN : origin;
    }

    Payment from(Origin another) {
        return new Payment(
                id,
                sequence,
                status,
                transactionId,
                method,
                another,
                totalAmount,
                orderName,
                customData,
                paymentToken,
                failure,
                requestedAt,
                statusChangedAt,
                charges,
                cancellations);
    }

    Payment with(Status next, Instant at) {
        return changed(next, transactionId, paymentToken, failure, at, charges, cancellations);
    }

    /** Begins a new attempt. */
    Payment opened(
            String transaction,
            Method how,
            Origin from,
            long amount,
            String name,
            @Nullable String custom,
            Instant at) {
        return new Payment(
                id,
                sequence,
                Status.READY,
                transaction,
                how,
                from,
                amount,
                name,
                custom,
                null,
                null,
                status == Status.REGISTERED ? at : requestedAt,
                at,
                charges,
                cancellations);
    }

    Payment approved(String token) {
        return changed(status, transactionId, token, null, statusChangedAt, charges, cancellations);
    }

    Payment failed(Failure why, Instant at) {
        return changed(Status.FAILED, transactionId, null, why, at, charges, cancellations);
    }

    /** Takes the money; if the attempt was charged before, as an attempt of its own. */
    Payment charged(String freshTransaction, Instant at) {
        String transaction = isCharged() ? freshTransaction : transactionId;
        List<Charge> more = new ArrayList<>(charges);
        more.add(new Charge(transaction, totalAmount, at));
        return changed(Status.PAID, transaction, null, null, at, List.copyOf(more), cancellations);
    }

    Payment cancelled(Cancellation cancellation) {
        List<Cancellation> more = new ArrayList<>(cancellations);
        more.add(cancellation);
        boolean isAll = cancellation.amount() == cancellable();
        return changed(
                isAll ? Status.CANCELLED : Status.PARTIAL_CANCELLED,
                transactionId,
                null,
                null,
                cancellation.at(),
                charges,
                List.copyOf(more));
    }

    private Payment changed(
            Status next,
            String transaction,
            @Nullable String token,
            @Nullable Failure why,
            Instant at,
            List<Charge> charged,
            List<Cancellation> cancelled) {
        return new Payment(
                id,
                sequence,
                next,
                transaction,
                method,
                origin,
                totalAmount,
                orderName,
                customData,
                token,
                why,
                requestedAt,
                at,
                charged,
                cancelled);
    }

    String pgTxId() {
        return "SIM" + transactionId.replace("-", "");
    }

    private @Nullable Instant paidAt() {
        return charges.stream()
                .filter(charge -> charge.transactionId().equals(transactionId))
                .map(Charge::at)
                .findFirst()
                .orElse(null);
    }

    /** Returns the provider's JSON of this payment. */
    Json toJson(Options options) {
        Json json =
                belongs()
                        .into(Json.object(), options)
                        .with("status", status.name())
                        .with("id", id)
                        .with("transactionId", transactionId)
                        .with("merchantId", "merchant-simulator")
                        .with("method", methodJson())
                        .with("version", "V2")
                        .with("requestedAt", requestedAt)
                        .with("updatedAt", statusChangedAt)
                        .with("statusChangedAt", statusChangedAt)
                        .with("orderName", orderName)
                        .with("amount", amountJson())
                        .with("customer", Json.object())
                        .with(
                                "origin",
                                Json.object()
                                        .with("platformType", "PC")
                                        .with("ipAddress", "127.0.0.1"))
                        .with("customData", customData);
        switch (status) {
            case PAID ->
                    json.with("paidAt", paidAt())
                            .with("pgTxId", pgTxId())
                            .with("pgResponse", "{}")
                            .with("disputes", List.of());
            case PARTIAL_CANCELLED, CANCELLED ->
                    json.with("paidAt", paidAt())
                            .with("pgTxId", pgTxId())
                            .with("cancelledAt", statusChangedAt)
                            .with(
                                    "cancellations",
                                    shownCancellations().stream().map(Payment::toJson).toList());
            case FAILED ->
                    json.with("failedAt", statusChangedAt).with("failure", failureJson(failure));
            case PAY_PENDING, VIRTUAL_ACCOUNT_ISSUED -> json.with("pgTxId", pgTxId());
            case READY, REGISTERED -> {
                // nothing more is known
            }
        }
        return json;
    }

    static Json toJson(Cancellation cancellation) {
        return Json.object()
                .with("status", "SUCCEEDED")
                .with("id", cancellation.id())
                .with("pgCancellationId", "SIM" + cancellation.id().replace("-", ""))
                .with("totalAmount", cancellation.amount())
                .with("taxFreeAmount", 0)
                .with("vatAmount", vat(cancellation.amount()))
                .with("reason", cancellation.reason())
                .with("cancelledAt", cancellation.at())
                .with("requestedAt", cancellation.at())
                .with("trigger", "API");
    }

    private Json amountJson() {
        long paid = isCharged() ? totalAmount : 0;
        return Json.object()
                .with("total", totalAmount)
                .with("taxFree", 0)
                .with("vat", vat(totalAmount))
                .with("supply", totalAmount - vat(totalAmount))
                .with("discount", 0)
                .with("paid", paid - shownCancelled())
                .with("cancelled", shownCancelled())
                .with("cancelledTaxFree", 0);
    }

    private Json methodJson() {
        return switch (method) {
            case CARD ->
                    Json.object()
                            .with("type", "PaymentMethodCard")
                            .with(
                                    "card",
                                    Json.object()
                                            .with("brand", "LOCAL")
                                            .with("type", "CREDIT")
                                            .with("name", "Simulator Card")
                                            .with("number", "949012******0000"))
                            .with("approvalNumber", isCharged() ? pgTxId().substring(3, 11) : null);
            case TRANSFER ->
                    Json.object().with("type", "PaymentMethodTransfer").with("bank", "KOOKMIN");
            case EASY_PAY ->
                    Json.object().with("type", "PaymentMethodEasyPay").with("provider", "KAKAOPAY");
            case VIRTUAL_ACCOUNT ->
                    Json.object()
                            .with("type", "PaymentMethodVirtualAccount")
                            .with("bank", "KOOKMIN")
                            .with("accountNumber", "9" + (100_000_000_000L + sequence))
                            .with("issuedAt", requestedAt)
                            .with("expiredAt", requestedAt.plus(ACCOUNT_OPEN_FOR));
        };
    }

    private static Json failureJson(@Nullable Failure failure) {
        return failure == null
                ? Json.object()
                : Json.object()
                        .with("reason", failure.reason())
                        .with("pgCode", failure.pgCode())
                        .with("pgMessage", failure.pgMessage());
    }

    /** Returns the VAT of a tenth that Korean prices include. */
    private static long vat(long amount) {
        return amount / 11;
    }
}
