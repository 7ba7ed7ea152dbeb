package onsale.portone;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Lists every charge and cancellation, for an independent checker. */
final class Books {

    private final State state;

    Books(State state) {
        this.state = state;
    }

    Answer list(Request request) {
        List<Payment> payments = state.all(Payment.class);
        @Nullable Forgotten known = state.get(Forgotten.class, Forgotten.KEY);
        Forgotten forgotten = known == null ? Forgotten.NOTHING : known;
        return new Answer.Streamed(out -> write(payments, forgotten, out));
    }

    private static void write(List<Payment> payments, Forgotten forgotten, OutputStream out)
            throws IOException {
        try (JsonGenerator json = Json.MAPPER.createGenerator(out)) {
            json.writeStartObject();
            json.writeName("payments");
            json.writeStartArray();
            for (Payment payment : payments) {
                json.writeTree(entry(payment).node());
            }
            json.writeEndArray();
            json.writeName("forgotten");
            json.writeTree(
                    sums(forgotten.payments(), forgotten.chargedWon(), forgotten.cancelledWon())
                            .node());
            json.writeName("total");
            json.writeTree(
                    sums(
                                    payments.size() + forgotten.payments(),
                                    payments.stream().mapToLong(Payment::charged).sum()
                                            + forgotten.chargedWon(),
                                    payments.stream().mapToLong(Payment::cancelled).sum()
                                            + forgotten.cancelledWon())
                            .node());
            json.writeEndObject();
        }
    }

    private static Json sums(long payments, long charged, long cancelled) {
        return Json.object()
                .with("payments", payments)
                .with("charged", charged)
                .with("cancelled", cancelled)
                .with("kept", charged - cancelled);
    }

    private static Json entry(Payment payment) {
        return Json.object()
                .with("paymentId", payment.id())
                .with("status", payment.status().name())
                .with("amount", payment.totalAmount())
                .with("customData", payment.customData())
                .with("charged", payment.charged())
                .with("cancelled", payment.cancelled())
                .with(
                        "charges",
                        payment.charges().stream()
                                .map(charge ->
                                        Json.object()
                                                .with("transactionId", charge.transactionId())
                                                .with("amount", charge.amount())
                                                .with("at", charge.at()))
                                .toList())
                .with(
                        "cancellations",
                        payment.cancellations().stream()
                                .map(cancellation ->
                                        Json.object()
                                                .with("id", cancellation.id())
                                                .with("transactionId", cancellation.transactionId())
                                                .with("amount", cancellation.amount())
                                                .with("reason", cancellation.reason())
                                                .with("at", cancellation.at()))
                                .toList());
    }
}
