package onsale.rush.fan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.checker.Wait;
import onsale.rush.http.Answer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One fan's stay in the line, and the evidence of it. A fan counts as waiting while each poll comes
 * soon after the one before, so that the platform must not take the fan for silent.
 */
final class Queueing {

    /** Far shorter than the silence after which the platform passes a fan over. */
    private static final Duration IN_TIME = Duration.ofSeconds(30);

    private static final Duration POLL_MAX = Duration.ofSeconds(15);

    /** A place that is not restored within this time, without another fault, counts as lost. */
    private static final Duration RESTORED_WITHIN = Duration.ofSeconds(90);

    private final UUID scheduleId;
    private final Supplier<Instant> lastTrouble;
    private final List<Wait> earlier = new ArrayList<>();
    private String receipt = "";
    private long place;
    private Duration pollAfter = Duration.ofSeconds(2);
    private @Nullable Instant liveSince;
    private @Nullable Instant waitingAt;
    private Instant notCalledAt = Instant.EPOCH;
    private @Nullable Instant restoringSince;
    private @Nullable Instant restoringAt;
    private @Nullable Instant admittedAt;
    private Instant insideUntil = Instant.EPOCH;
    private String lost = "";

    /**
     * @param lastTrouble the time of the last fault
     */
    Queueing(String scheduleId, Supplier<Instant> lastTrouble) {
        this.scheduleId = UUID.fromString(scheduleId);
        this.lastTrouble = lastTrouble;
    }

    /** Whether the fan has a place; there is none before the sale opens. */
    boolean hasPlace() {
        return !receipt.isEmpty();
    }

    String receipt() {
        return receipt;
    }

    Duration pollAfter() {
        return pollAfter;
    }

    /**
     * Records a response and returns its state, or empty if there was none.
     *
     * @param asked when the request was sent: the response was true at that time or later
     */
    String heard(Answer answer, Instant asked) {
        if (!answer.isGood()) {
            return "";
        }
        JsonNode json = answer.json();
        String state = json.path("state").asString("");
        long millis = json.path("pollAfterMillis").asLong(2_000);
        pollAfter = Duration.ofMillis(Math.clamp(millis, 100, POLL_MAX.toMillis()));
        if (!hasPlace()) {
            receipt = json.path("receipt").asString("");
            place = json.path("number").asLong();
            notCalledAt = asked;
        } else if (json.has("number") && json.path("number").asLong() != place) {
            lost = "the number is " + json.path("number").asLong();
        }
        switch (state) {
            case "WAITING" -> waiting(asked);
            case "ADMITTED" -> {
                admittedAt = Instant.now();
                insideUntil = Instant.parse(json.path("entryExpiresAt").asString());
            }
            case "EXPIRED" -> lost = state;
            case "RESTORING" -> restoring(asked);
            default -> {}
        }
        return state;
    }

    /** Records a refusal during the turn, which must not happen. */
    boolean isRefused(Answer answer) {
        if (answer.status() != 403 || Instant.now().isAfter(insideUntil)) {
            return false;
        }
        lost = "inside until " + insideUntil + ", and refused: " + answer;
        return true;
    }

    private void waiting(Instant asked) {
        if (waitingAt == null || waitingAt.plus(IN_TIME).isBefore(asked)) {
            startAnew();
            liveSince = asked;
        }
        waitingAt = asked;
        notCalledAt = asked;
        restoringSince = null;
    }

    private void restoring(Instant asked) {
        startAnew();
        notCalledAt = asked;
        // between two losses there may have been a time in which no response reached this fan
        boolean goesOn = restoringAt != null && !restoringAt.plus(IN_TIME).isBefore(asked);
        restoringSince = restoringSince == null || !goesOn ? asked : restoringSince;
        restoringAt = asked;
        if (restoringSince.plus(RESTORED_WITHIN).isBefore(asked)
                && lastTrouble.get().plus(RESTORED_WITHIN).isBefore(asked)) {
            lost = "RESTORING since " + restoringSince;
        }
    }

    private void startAnew() {
        if (waitingAt != null) {
            earlier.add(seen(null));
        }
        liveSince = null;
        waitingAt = null;
    }

    List<Wait> end() {
        List<Wait> all = new ArrayList<>(earlier);
        all.add(seen(admittedAt));
        return all;
    }

    private Wait seen(@Nullable Instant admitted) {
        return new Wait(scheduleId, place, liveSince, waitingAt, notCalledAt, admitted, lost);
    }
}
