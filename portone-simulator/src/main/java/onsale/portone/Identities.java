package onsale.portone;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import onsale.portone.Identity.Gender;
import onsale.portone.Identity.Operator;
import onsale.portone.Identity.Person;
import onsale.portone.Identity.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Identity verifications: read by the merchant, made on a page or, for tests, by one request. */
final class Identities {

    private static final int NAME_MAX = 50;
    private static final int CUSTOM_DATA_MAX = 2_000;
    private static final int ID_MAX = 200;
    private static final Pattern PHONE = Pattern.compile("01\\d{8,9}");
    private static final LocalDate BORN_MIN = LocalDate.of(1900, 1, 1);

    private final State state;
    private final Options options;

    Identities(State state, Options options) {
        this.state = state;
        this.options = options;
    }

    Answer get(Request request) {
        @Nullable Identity found = state.get(Identity.class, request.id());
        if (found == null) {
            throw new PortOneError(
                    404,
                    "IDENTITY_VERIFICATION_NOT_FOUND",
                    "There is no identity verification " + request.id() + ".");
        }
        return Answer.json(200, found.toJson(options));
    }

    /** Creates a verified person under a new id, for tests. */
    Answer create(Request request) {
        return set("identity-verification-" + UUID.randomUUID(), request, 201);
    }

    /** Creates a verification under this id, for tests; verified unless the body says otherwise. */
    Answer put(Request request) {
        return set(request.id(), request, 200);
    }

    private Answer set(String id, Request request, int status) {
        JsonNode body = Json.read(request.body());
        @Nullable Status given = Json.choice(body, "status", Status.class);
        Status wanted = given == null ? Status.VERIFIED : given;
        @Nullable String custom = Json.text(body, "customData", CUSTOM_DATA_MAX);
        @Nullable String reason = Json.text(body, "reason", CUSTOM_DATA_MAX);
        Origin origin = Origin.read(body);
        @Nullable Person person =
                wanted == Status.VERIFIED
                        ? person(
                                name -> {
                                    @Nullable String text = Json.text(body, name, NAME_MAX);
                                    return text == null ? "" : text;
                                },
                                Json.flag(body, "isForeigner"))
                        : null;
        Identity set =
                change(
                        id,
                        before ->
                                new Identity(
                                        id,
                                        wanted,
                                        person,
                                        custom == null ? before.customData() : custom,
                                        origin,
                                        wanted == Status.FAILED && reason == null
                                                ? "Failed on request"
                                                : reason,
                                        before.requestedAt(),
                                        now()));
        return Answer.json(status, set.toJson(options));
    }

    /** Opens the page: from now on the merchant can read the verification. */
    Identity open(String id, @Nullable String customData) {
        if (customData != null && customData.length() > CUSTOM_DATA_MAX) {
            throw PortOneError.invalid("customData is too long.");
        }
        return change(
                id,
                before ->
                        before.customData() != null || before.status() != Status.READY
                                ? before
                                : new Identity(
                                        id,
                                        Status.READY,
                                        null,
                                        customData,
                                        before.origin(),
                                        null,
                                        before.requestedAt(),
                                        before.statusChangedAt()));
    }

    /** Verifies the person who filled in the page. A verified one never changes. */
    Identity verify(String id, Map<String, String> form) {
        Person person = person(name -> form.getOrDefault(name, ""), false);
        return end(id, Status.VERIFIED, person, null);
    }

    /** Ends the verification, because the person has left the page. */
    Identity fail(String id, String reason) {
        return end(id, Status.FAILED, null, reason);
    }

    private Identity end(
            String id, Status status, @Nullable Person person, @Nullable String failure) {
        return change(
                id,
                before ->
                        before.status() == Status.VERIFIED
                                ? before
                                : new Identity(
                                        id,
                                        status,
                                        person,
                                        before.customData(),
                                        before.origin(),
                                        failure,
                                        before.requestedAt(),
                                        now()));
    }

    private Identity change(String id, UnaryOperator<Identity> step) {
        if (id.isBlank() || id.length() > ID_MAX) {
            throw PortOneError.invalid("An id has 1 to " + ID_MAX + " characters.");
        }
        return state.change(change -> {
            @Nullable Identity found = change.get(Identity.class, id);
            Instant now = now();
            Identity before =
                    found == null
                            ? new Identity(id, Status.READY, null, null, null, null, now, now)
                            : found;
            Identity after = step.apply(before);
            if (!after.equals(found)) {
                change.put(after);
            }
            return after;
        });
    }

    private Person person(UnaryOperator<String> field, boolean foreigner) {
        String name = field.apply("name").strip();
        if (name.isEmpty() || name.length() > NAME_MAX) {
            throw PortOneError.invalid("name must have 1 to " + NAME_MAX + " characters.");
        }
        String phone = field.apply("phoneNumber").replaceAll("[ -]", "");
        if (!PHONE.matcher(phone).matches()) {
            throw PortOneError.invalid("phoneNumber must be a mobile number, e.g. 01012345678.");
        }
        return new Person(
                name,
                birthDate(field.apply("birthDate")),
                phone,
                Json.choice(field.apply("gender"), "gender", Gender.class),
                Json.choice(field.apply("operator"), "operator", Operator.class),
                foreigner);
    }

    private LocalDate birthDate(String text) {
        try {
            LocalDate date = LocalDate.parse(text.strip());
            if (!date.isBefore(BORN_MIN)
                    && !date.isAfter(LocalDate.ofInstant(now(), ZoneOffset.UTC))) {
                return date;
            }
        } catch (DateTimeException e) {
            // reported below
        }
        throw PortOneError.invalid("birthDate must be a past day as yyyy-MM-dd.");
    }

    private Instant now() {
        return options.clock().instant();
    }
}
