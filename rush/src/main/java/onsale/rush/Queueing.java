package onsale.rush;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import onsale.checker.Wait;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One fan's stand in line, and the evidence of it: what counts as waiting is a poll of a fan who
 * had been told to wait a moment before, so nobody may have taken them for silent.
 */
final class Queueing {

    private static final Duration IN_TIME = Duration.ofSeconds(20);
    private static final Duration POLL_MAX = Duration.ofSeconds(15);

    private final String scheduleId;
    private final String receipt;
    private final long place;
    private Duration pollAfter = Duration.ofSeconds(2);
    private @Nullable Instant waitingBefore;
    private @Nullable Instant waitingAt;
    private @Nullable Instant admittedAt;
    private String lost = "";

    Queueing(String scheduleId, JsonNode entered) {
        this.scheduleId = scheduleId;
        this.receipt = entered.path("receipt").asString("");
        this.place = entered.path("number").asLong();
    }

    String receipt() {
        return receipt;
    }

    Duration pollAfter() {
        return pollAfter;
    }

    /**
     * Takes down what was answered; its state, or nothing where there was no answer.
     *
     * @param asked when; what is told then was true no earlier
     */
    String heard(Answer answer, Instant asked) {
        if (!answer.isGood()) {
            return "";
        }
        JsonNode json = answer.json();
        String state = json.path("state").asString("");
        pollAfter =
                Duration.ofMillis(
                        Math.clamp(
                                json.path("pollAfterMillis").asLong(2_000),
                                100,
                                POLL_MAX.toMillis()));
        switch (state) {
            case "WAITING" -> {
                boolean lively =
                        waitingBefore != null
                                && Duration.between(waitingBefore, asked).compareTo(IN_TIME) < 0;
                waitingAt = lively ? asked : waitingAt;
                waitingBefore = asked;
                if (json.path("number").asLong() != place) {
                    lost = "number " + json.path("number").asLong();
                }
            }
            case "ADMITTED" -> admittedAt = Instant.now();
            case "EXPIRED" -> lost = state;
            default -> waitingBefore = null; // restoring: the line is being put together again
        }
        return state;
    }

    Wait end() {
        return new Wait(UUID.fromString(scheduleId), place, waitingAt, admittedAt, lost);
    }
}
