package onsale.portone;

import java.util.Locale;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One way in which something goes wrong; README.md says what each does.
 *
 * @param rate in which share of the cases, for faults of all payments
 * @param times how often, for a fault of one payment
 * @param millis how long, for the faults that take time
 * @param event only for webhooks of this type
 */
record Fault(
        Kind kind,
        On on,
        double rate,
        int times,
        long millis,
        Effect effect,
        int status,
        String code,
        String message,
        Status shown,
        @Nullable String event) {

    private static final long MILLIS_MAX = 10 * 60_000;
    private static final int TIMES_MAX = 1_000;

    enum Kind {
        DECLINE,
        SLOW,
        HANG,
        ERROR,
        CUT,
        LATE,
        PAID_AFTER_CANCEL,
        WEBHOOK_LOST,
        WEBHOOK_DUPLICATE,
        WEBHOOK_LATE,
        WEBHOOK_REORDERED;

        boolean isWebhook() {
            return name().startsWith("WEBHOOK_");
        }
    }

    /** Which call it happens to. */
    enum On {
        PRE_REGISTER,
        CONFIRM,
        CANCEL,
        GET,
        WEBHOOK
    }

    /** When the call has its effect: before the trouble, after it, or not at all. */
    enum Effect {
        FIRST,
        LAST,
        NEVER
    }

    boolean happensTo(On call, @Nullable String eventType) {
        return on == call && (event == null || event.equals(eventType));
    }

    Fault used() {
        return new Fault(
                kind, on, rate, times - 1, millis, effect, status, code, message, shown, event);
    }

    static Fault read(JsonNode body) {
        if (!body.isObject()) {
            throw PortOneError.invalid("A fault must be an object.");
        }
        @Nullable Kind kind = Json.choice(body, "kind", Kind.class);
        if (kind == null) {
            throw PortOneError.invalid("A fault needs a kind.");
        }
        @Nullable On on = Json.choice(body, "on", On.class);
        @Nullable Effect effect = Json.choice(body, "effect", Effect.class);
        @Nullable Status shown = Json.choice(body, "shown", Status.class);
        if (shown != null && shown != Status.READY && shown != Status.PAY_PENDING) {
            throw PortOneError.invalid("shown must be READY or PAY_PENDING.");
        }
        @Nullable JsonNode rate = body.get("rate");
        double share = rate == null ? 1 : rate.isNumber() ? rate.doubleValue() : -1;
        if (!(share >= 0 && share <= 1)) {
            throw PortOneError.invalid("rate must be between 0 and 1.");
        }
        @Nullable String code = Json.text(body, "code", 100);
        @Nullable String message = Json.text(body, "message", 500);
        return new Fault(
                kind,
                on != null ? on : usually(kind),
                share,
                (int) number(body, "times", 1, 1, TIMES_MAX),
                number(body, "millis", 0, 0, MILLIS_MAX),
                effect != null ? effect : kind == Kind.HANG ? Effect.LAST : Effect.NEVER,
                (int) number(body, "status", 500, 500, 599),
                code != null ? code : "DECLINED",
                message != null ? message : "Declined by the simulator",
                shown != null ? shown : Status.READY,
                Json.text(body, "event", 100));
    }

    private static On usually(Kind kind) {
        return kind.isWebhook()
                ? On.WEBHOOK
                : kind == Kind.PAID_AFTER_CANCEL ? On.CANCEL : On.CONFIRM;
    }

    static long number(JsonNode body, String name, long otherwise, long min, long max) {
        @Nullable Long given = Json.number(body, name);
        long number = given == null ? otherwise : given;
        if (number < min || number > max) {
            throw PortOneError.invalid(
                    String.format(Locale.ROOT, "%s must be between %d and %d.", name, min, max));
        }
        return number;
    }
}
