package onsale.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import onsale.platform.door.HotAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What fans are told, as bytes. One shape for entering, asking and streams: {@code state, number,
 * position, ahead, behind, etaSeconds, pollAfterMillis}, and what the state brings with it.
 */
final class StatusAnswers {

    static final long POLL_MILLIS_MIN = 2_000;
    static final long POLL_MILLIS_MAX = 15_000;

    private static final String JSON = "application/json";

    /** Steps of the line in a stream's event, between which a client interpolates. */
    private static final int MARKS = 16;

    private StatusAnswers() {}

    /** A fan in line. */
    static String waiting(Snapshot snapshot, long place, @Nullable String receipt) {
        return waiting(snapshot, place, snapshot.ahead(place), receipt);
    }

    static String waiting(Snapshot snapshot, long place, long ahead, @Nullable String receipt) {
        long eta = snapshot.etaSeconds(ahead);
        StringBuilder json = new StringBuilder(receipt == null ? 160 : 320);
        json.append("{\"state\":\"WAITING\",\"number\":").append(place);
        json.append(",\"position\":").append(ahead + 1).append(",\"ahead\":").append(ahead);
        json.append(",\"behind\":").append(Math.max(0, snapshot.waiting() - ahead - 1));
        if (eta >= 0) {
            json.append(",\"etaSeconds\":").append(eta);
        }
        if (snapshot.head().paused()) {
            json.append(",\"paused\":true");
        }
        json.append(",\"pollAfterMillis\":").append(pollAfter(eta, ahead, place));
        return end(json, receipt);
    }

    /** Redis has lost the line; the number stays. */
    static String restoring(long place, @Nullable String receipt) {
        StringBuilder json = new StringBuilder(320);
        json.append("{\"state\":\"RESTORING\",\"number\":").append(place);
        json.append(",\"pollAfterMillis\":").append(spread(3_000, place));
        return end(json, receipt);
    }

    static String admitted(
            long place,
            String entryToken,
            Instant expiresAt,
            int extensionsLeft,
            @Nullable String receipt) {
        StringBuilder json = new StringBuilder(480);
        json.append("{\"state\":\"ADMITTED\",\"number\":").append(place);
        json.append(",\"position\":0,\"ahead\":0,\"etaSeconds\":0");
        json.append(",\"entryToken\":\"").append(entryToken);
        json.append("\",\"entryExpiresAt\":\"").append(expiresAt);
        json.append("\",\"extensionsLeft\":").append(extensionsLeft);
        json.append(",\"pollAfterMillis\":").append(POLL_MILLIS_MAX);
        return end(json, receipt);
    }

    /** The turn is over, or the number was given up: enter again. */
    static String expired(long place) {
        return "{\"state\":\"EXPIRED\",\"number\":%d}".formatted(place);
    }

    /** Nobody is let in any more, or not now. */
    static String closed(String reason) {
        return "{\"state\":\"CLOSED\",\"reason\":\"%s\",\"pollAfterMillis\":%d}"
                .formatted(reason, POLL_MILLIS_MAX);
    }

    /** The sale is still to open. */
    static String lobby(Instant opensAt, Instant now) {
        long left = Math.max(0, Duration.between(now, opensAt).toMillis());
        return "{\"state\":\"LOBBY\",\"opensAt\":\"%s\",\"etaSeconds\":%d,\"pollAfterMillis\":%d}"
                .formatted(
                        opensAt, left / 1_000, Math.clamp(left, POLL_MILLIS_MIN, POLL_MILLIS_MAX));
    }

    /** What all who stand in a line may know. */
    static String shared(Lines.Followed one) {
        Snapshot snapshot = one.snapshot();
        if (one.isRestoring()) {
            return "{\"state\":\"RESTORING\"}";
        }
        long waiting = snapshot.waiting();
        StringBuilder json = new StringBuilder(480);
        json.append("{\"state\":\"WAITING\",\"calledUpTo\":").append(snapshot.calledUpTo());
        json.append(",\"waiting\":").append(waiting);
        json.append(",\"admittedPerMinute\":")
                .append(Math.round(snapshot.admittedPerSecond() * 60));
        json.append(",\"paused\":").append(snapshot.head().paused());
        json.append(",\"marks\":[");
        for (int i = 0; i < MARKS && i < waiting; i++) {
            long rank = waiting * i / MARKS;
            json.append(i == 0 ? "[" : ",[").append(snapshot.placeAt(rank));
            json.append(',').append(rank).append(']');
        }
        return json.append("]}").toString();
    }

    static HotAnswer answer(String json) {
        return HotAnswer.of(200, JSON, json.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A tenth of the wait, so that load falls with the distance from the front. */
    static long pollAfter(long etaSeconds, long ahead, long place) {
        long wanted = etaSeconds >= 0 ? etaSeconds * 100 : POLL_MILLIS_MIN + ahead * 10;
        return spread(Math.clamp(wanted, POLL_MILLIS_MIN, POLL_MILLIS_MAX - 1_000), place);
    }

    /** Up to a sixteenth more, so that those who came together do not ask together. */
    private static long spread(long millis, long place) {
        return millis + millis * (place & 15) / 256;
    }

    private static String end(StringBuilder json, @Nullable String receipt) {
        if (receipt != null) {
            json.append(",\"receipt\":\"").append(receipt).append('"');
        }
        return json.append('}').toString();
    }
}
