package onsale.portone;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import onsale.portone.Fault.On;
import onsale.portone.FaultPlan.Down;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Decides which fault a request meets. A payment's own faults come first, in their order; then the
 * rules for all payments, each with a probability. The draw depends on the seed, the payment, the
 * operation and its repetition, not on the timing of threads, so a run can be repeated.
 */
final class Faults {

    private static final int RULES_MAX = 50;
    private static final int COUNTED_MAX = 100_000;
    private static final long DOWN_MILLIS_MAX = 60 * 60_000;

    private final State state;
    private final Options options;

    /** How often each operation was requested for a payment; the oldest are forgotten. */
    private final Map<String, Integer> calls =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                    return size() > COUNTED_MAX;
                }
            };

    Faults(State state, Options options) {
        this.state = state;
        this.options = options;
    }

    @Nullable Fault pick(On call, String paymentId) {
        return state.change(change -> pick(change, call, paymentId, null));
    }

    @Nullable Fault pick(
            State.Change change, On call, String paymentId, @Nullable String eventType) {
        @Nullable PaymentFaults script = change.get(PaymentFaults.class, paymentId);
        if (script != null) {
            for (int i = 0; i < script.faults().size(); i++) {
                Fault fault = script.faults().get(i);
                if (fault.happensTo(call, eventType)) {
                    List<Fault> left = new ArrayList<>(script.faults());
                    if (fault.times() > 1) {
                        left.set(i, fault.used());
                    } else {
                        left.remove(i);
                    }
                    if (left.isEmpty()) {
                        change.drop(PaymentFaults.class, paymentId);
                    } else {
                        change.put(new PaymentFaults(paymentId, List.copyOf(left)));
                    }
                    return fault;
                }
            }
        }
        FaultPlan plan = plan(change.get(FaultPlan.class, FaultPlan.KEY));
        if (plan.rules().isEmpty()) {
            return null;
        }
        // under the state's lock, like every change
        int nth = calls.merge(call + paymentId + eventType, 1, Integer::sum);
        for (int i = 0; i < plan.rules().size(); i++) {
            Fault fault = plan.rules().get(i);
            if (fault.happensTo(call, eventType)
                    && die(plan.seed(), i, paymentId, call, nth) < fault.rate()) {
                return fault;
            }
        }
        return null;
    }

    /** The response during an outage; empty if there is none. */
    @Nullable Answer down() {
        FaultPlan plan = plan(state.get(FaultPlan.class, FaultPlan.KEY));
        Instant now = options.clock().instant();
        if (plan.downUntil() == null || !now.isBefore(plan.downUntil())) {
            return null;
        }
        if (plan.how() == Down.HANG) {
            Pause.until(plan.downUntil(), options.clock());
        }
        return plan.how() == Down.ERROR
                ? Answer.error(new PortOneError(503, "SERVICE_UNAVAILABLE", "Down for a while."))
                : new Answer.Cut();
    }

    boolean isDown() {
        @Nullable Instant until = plan(state.get(FaultPlan.class, FaultPlan.KEY)).downUntil();
        return until != null && options.clock().instant().isBefore(until);
    }

    Answer put(Request request) {
        JsonNode body = Json.read(request.body());
        @Nullable JsonNode down = body.get("down");
        if (down != null && !down.isObject()) {
            throw PortOneError.invalid("down must be an object.");
        }
        @Nullable Down how = down == null ? null : Json.choice(down, "how", Down.class);
        FaultPlan plan =
                new FaultPlan(
                        Fault.number(body, "seed", 0, Long.MIN_VALUE, Long.MAX_VALUE),
                        read(body.get("rules")),
                        down == null
                                ? null
                                : options.clock()
                                        .instant()
                                        .plusMillis(
                                                Fault.number(
                                                        down, "millis", 0, 0, DOWN_MILLIS_MAX)),
                        how == null ? Down.ERROR : how);
        state.change(change -> {
            change.put(plan);
            calls.clear(); // the same seed gives the same faults again
            return plan;
        });
        return Answer.json(200, Json.MAPPER.writeValueAsBytes(plan));
    }

    Answer putForPayment(Request request) {
        List<Fault> script = read(Json.read(request.body()).get("faults"));
        state.change(change -> {
            if (script.isEmpty()) {
                change.drop(PaymentFaults.class, request.id());
            } else {
                change.put(new PaymentFaults(request.id(), script));
            }
            return script;
        });
        return Answer.json(200, Json.MAPPER.writeValueAsBytes(script));
    }

    /** Makes the payment's next confirmation break off, and takes its money later. */
    void late(String paymentId, long millis) {
        Fault late =
                Fault.read(
                        Json.MAPPER
                                .createObjectNode()
                                .put("kind", Fault.Kind.LATE.name())
                                .put("millis", millis));
        state.change(change -> {
            change.put(new PaymentFaults(paymentId, List.of(late)));
            return late;
        });
    }

    Answer getForPayment(Request request) {
        @Nullable PaymentFaults script = state.get(PaymentFaults.class, request.id());
        return Answer.json(
                200, Json.MAPPER.writeValueAsBytes(script == null ? List.of() : script.faults()));
    }

    Answer get(Request request) {
        return Answer.json(
                200,
                Json.MAPPER.writeValueAsBytes(plan(state.get(FaultPlan.class, FaultPlan.KEY))));
    }

    private static List<Fault> read(@Nullable JsonNode rules) {
        if (rules == null || rules.isNull()) {
            return List.of();
        }
        if (!rules.isArray() || rules.size() > RULES_MAX) {
            throw PortOneError.invalid("Faults are a list of at most " + RULES_MAX + ".");
        }
        List<Fault> faults = new ArrayList<>();
        rules.forEach(rule -> faults.add(Fault.read(rule)));
        return List.copyOf(faults);
    }

    private static FaultPlan plan(@Nullable FaultPlan plan) {
        return plan == null ? FaultPlan.NONE : plan;
    }

    /** Returns a number from 0 to 1, the same for the same arguments. */
    private static double die(long seed, int rule, String paymentId, On call, int nth) {
        long mixed = seed;
        for (long part : new long[] {rule, call.name().hashCode(), nth}) {
            mixed = mix(mixed + part);
        }
        for (int i = 0; i < paymentId.length(); i++) {
            mixed = mix(mixed + paymentId.charAt(i));
        }
        return (mix(mixed) >>> 11) * 0x1.0p-53;
    }

    /** SplitMix64's step: every bit of the argument changes half of the bits of the result. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
