package onsale.portone;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.portone.Fault.Effect;
import onsale.portone.Fault.On;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests of a merchant: once per idempotency key, and with the fault that is planned for
 * it. The response to a key is stored together with the effect of the request, so there is never
 * one without the other.
 */
final class Calls {

    private static final Pattern KEY = Pattern.compile("\"?([A-Za-z0-9_-]{16,256})\"?");
    private static final Duration ANSWERS_KEPT_FOR = Duration.ofHours(3);

    /**
     * The effect of a request, under the state's lock. It may refuse by throwing; what it has put
     * by then stays.
     */
    interface Decision {
        Answer decide(State.Change change, @Nullable Fault fault);
    }

    /** A request that is running. */
    private interface Step {
        Answer take(@Nullable Fault fault);
    }

    private final State state;
    private final Faults faults;
    private final Options options;

    /** The keys of requests that are not answered yet, with the hash of the request. */
    private final Map<String, String> underWay = new ConcurrentHashMap<>();

    Calls(State state, Faults faults, Options options) {
        this.state = state;
        this.faults = faults;
        this.options = options;
    }

    Answer run(On call, Request request, Decision decision) {
        @Nullable String header = request.header("idempotency-key");
        if (header == null || request.method().equals("GET")) {
            return withTrouble(call, request.id(), fault -> decide(null, "", decision, fault));
        }
        Matcher matcher = KEY.matcher(header.strip());
        if (!matcher.matches()) {
            throw PortOneError.invalid(
                    "Idempotency-Key has 16 to 256 letters, digits, - or _, in quotes.");
        }
        String key = matcher.group(1);
        String hash = hash(request);
        @Nullable String other = underWay.putIfAbsent(key, hash);
        if (other != null) {
            checkSame(hash, other);
            throw new PortOneError(
                    409,
                    "IDEMPOTENCY_OUTSTANDING_REQUEST",
                    "A request with this Idempotency-Key is not answered yet.");
        }
        try {
            @Nullable StoredAnswer stored = state.get(StoredAnswer.class, key);
            if (stored != null
                    && stored.at().plus(ANSWERS_KEPT_FOR).isAfter(options.clock().instant())) {
                checkSame(hash, stored.requestHash());
                return Answer.json(stored.status(), Json.utf8(stored.body()));
            }
            return withTrouble(call, request.id(), fault -> decide(key, hash, decision, fault));
        } finally {
            underWay.remove(key);
        }
    }

    private Answer withTrouble(On call, String paymentId, Step effect) {
        @Nullable Fault fault = faults.pick(call, paymentId);
        if (fault == null) {
            return effect.take(null);
        }
        return switch (fault.kind()) {
            case DECLINE, LATE, PAID_AFTER_CANCEL -> effect.take(fault);
            case SLOW -> {
                Pause.millis(fault.millis());
                yield effect.take(null);
            }
            case HANG -> {
                if (fault.effect() == Effect.FIRST) {
                    effect.take(null);
                }
                Pause.millis(fault.millis());
                if (fault.effect() == Effect.LAST) {
                    effect.take(null);
                }
                yield new Answer.Cut();
            }
            case ERROR -> {
                unlessNever(fault, effect);
                yield Answer.error(
                        new PortOneError(fault.status(), "INTERNAL_SERVER_ERROR", "Out of order."));
            }
            case CUT -> {
                unlessNever(fault, effect);
                yield new Answer.Cut();
            }
            case WEBHOOK_LOST, WEBHOOK_DUPLICATE, WEBHOOK_LATE, WEBHOOK_REORDERED ->
                    effect.take(null);
        };
    }

    private static void unlessNever(Fault fault, Step effect) {
        if (fault.effect() != Effect.NEVER) {
            effect.take(null);
        }
    }

    private Answer decide(
            @Nullable String key, String hash, Decision decision, @Nullable Fault fault) {
        return state.change(change -> {
            Answer answer;
            try {
                answer = decision.decide(change, fault);
            } catch (PortOneError e) {
                answer = Answer.error(e);
            }
            if (key != null && answer instanceof Answer.Content content) {
                change.put(
                        new StoredAnswer(
                                key,
                                hash,
                                content.status(),
                                new String(content.body(), StandardCharsets.UTF_8),
                                options.clock().instant()));
            }
            return answer;
        });
    }

    private static void checkSame(String hash, String other) {
        if (!hash.equals(other)) {
            throw new PortOneError(
                    422,
                    "IDEMPOTENCY_KEY_REUSED",
                    "This Idempotency-Key belongs to another request.");
        }
    }

    private static String hash(Request request) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Json.utf8(request.method() + " " + request.path() + "\n"));
            return HexFormat.of().formatHex(digest.digest(request.body()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
