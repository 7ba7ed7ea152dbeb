package onsale.portone;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import onsale.portone.Payment.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Lists payments, for a merchant who compares the books. */
final class PaymentList {

    private static final int SIZE = 10;
    private static final int SIZE_MAX = 1_000;
    private static final Duration DEFAULT_RANGE = Duration.ofDays(90);

    private enum TimestampType {
        CREATED_AT,
        STATUS_CHANGED_AT
    }

    private enum SortBy {
        REQUESTED_AT,
        STATUS_CHANGED_AT
    }

    private enum SortOrder {
        ASC,
        DESC
    }

    private final State state;
    private final Options options;

    PaymentList(State state, Options options) {
        this.state = state;
        this.options = options;
    }

    /** Lists by page, filtered and sorted. */
    Answer byPage(Request request) {
        JsonNode body = body(request);
        JsonNode page = part(body, "page");
        JsonNode filter = part(body, "filter");
        int number = (int) Fault.number(page, "number", 0, 0, Integer.MAX_VALUE);
        int size = (int) Fault.number(page, "size", SIZE, 1, SIZE_MAX);
        checkStore(filter);
        boolean created =
                Json.choice(filter, "timestampType", TimestampType.class)
                        != TimestampType.STATUS_CHANGED_AT;
        @Nullable Instant until = time(filter, "until");
        Instant end = until == null ? options.clock().instant() : until;
        @Nullable Instant from = time(filter, "from");
        Instant begin = from == null ? end.minus(DEFAULT_RANGE) : from;
        Set<Status> wanted = statuses(filter.get("status"));
        boolean byRequest = Json.choice(filter, "sortBy", SortBy.class) != SortBy.STATUS_CHANGED_AT;
        Comparator<Payment> order =
                Comparator.comparing(byRequest ? Payment::requestedAt : Payment::statusChangedAt)
                        .thenComparingLong(Payment::sequence);
        if (Json.choice(filter, "sortOrder", SortOrder.class) != SortOrder.ASC) {
            order = order.reversed();
        }
        List<Payment> found =
                visible().stream()
                        .filter(payment -> wanted.contains(payment.status()))
                        .filter(payment -> {
                            Instant at =
                                    created ? payment.requestedAt() : payment.statusChangedAt();
                            return !at.isBefore(begin) && !at.isAfter(end);
                        })
                        .sorted(order)
                        .toList();
        return Answer.json(
                200,
                Json.object()
                        .with(
                                "items",
                                found.stream()
                                        .skip((long) number * size)
                                        .limit(size)
                                        .map(payment -> payment.toJson(options))
                                        .toList())
                        .with(
                                "page",
                                Json.object()
                                        .with("number", number)
                                        .with("size", size)
                                        .with("totalCount", found.size())));
    }

    /** Lists by cursor, in the order of creation. */
    Answer byCursor(Request request) {
        JsonNode body = body(request);
        checkStore(body);
        int size = (int) Fault.number(body, "size", SIZE, 1, SIZE_MAX);
        @Nullable Instant until = time(body, "until");
        Instant end = until == null ? options.clock().instant() : until;
        @Nullable Instant from = time(body, "from");
        Instant begin = from == null ? end.minus(DEFAULT_RANGE) : from;
        long after = cursor(Json.text(body, "cursor", 20));
        return Answer.json(
                200,
                Json.object()
                        .with(
                                "items",
                                visible().stream()
                                        .filter(payment -> payment.sequence() > after)
                                        .filter(payment ->
                                                !payment.requestedAt().isBefore(begin)
                                                        && !payment.requestedAt().isAfter(end))
                                        .sorted(Comparator.comparingLong(Payment::sequence))
                                        .limit(size)
                                        .map(payment ->
                                                Json.object()
                                                        .with("payment", payment.toJson(options))
                                                        .with("cursor", "" + payment.sequence()))
                                        .toList()));
    }

    private List<Payment> visible() {
        List<Payment> all = new ArrayList<>(state.all(Payment.class));
        all.removeIf(payment -> payment.status() == Status.REGISTERED);
        return all;
    }

    /** Reads parameters from the body, or from the query for clients that send no body with GET. */
    private static JsonNode body(Request request) {
        @Nullable String query = request.query().get("requestBody");
        return Json.read(query == null ? request.body() : Json.utf8(query));
    }

    private static JsonNode part(JsonNode body, String name) {
        @Nullable JsonNode part = body.get(name);
        if (part == null || part.isNull()) {
            return Json.MAPPER.createObjectNode();
        }
        if (!part.isObject()) {
            throw PortOneError.invalid(name + " must be an object.");
        }
        return part;
    }

    private void checkStore(JsonNode filter) {
        @Nullable String store = Json.text(filter, "storeId", 1_000);
        if (store != null && !store.equals(options.storeId())) {
            throw new PortOneError(403, "FORBIDDEN", "The secret is not for store " + store + ".");
        }
    }

    private static Set<Status> statuses(@Nullable JsonNode given) {
        if (given == null || given.isNull()) {
            return EnumSet.allOf(Status.class);
        }
        if (!given.isArray()) {
            throw PortOneError.invalid("status must be a list.");
        }
        Set<Status> statuses = EnumSet.noneOf(Status.class);
        for (JsonNode one : given) {
            @Nullable Status status =
                    Json.choice(one.isString() ? one.stringValue() : "?", "status", Status.class);
            if (status != null) {
                statuses.add(status);
            }
        }
        return statuses;
    }

    private static @Nullable Instant time(JsonNode body, String name) {
        @Nullable String text = Json.text(body, name, 50);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw PortOneError.invalid(name + " must be a time like 2026-01-01T00:00:00Z.");
        }
    }

    private static long cursor(@Nullable String text) {
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw PortOneError.invalid("cursor is none of ours.");
        }
    }
}
