package onsale.queue.status;

import java.nio.charset.StandardCharsets;
import onsale.platform.front.HotAnswer;
import onsale.queue.sale.Notice;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer as JSON. It is written by hand because polls are the most frequent requests of a
 * sale. Nothing needs escaping: there are only numbers, times, our own names, passes, which are
 * base64url, and the notice, which is JSON already.
 */
public final class QueueAnswerJson {

    private static final String JSON = "application/json";
    private static final int CAPACITY = 160;

    /** A receipt or an entry token takes up to 160 characters. */
    private static final int CAPACITY_WITH_PASS = 384;

    private QueueAnswerJson() {}

    /** The answer as the front sends it. */
    public static HotAnswer hot(QueueAnswer answer) {
        return HotAnswer.of(200, JSON, text(answer).getBytes(StandardCharsets.UTF_8));
    }

    public static String text(QueueAnswer answer) {
        return switch (answer) {
            case QueueAnswer.Waiting waiting -> waiting(waiting);
            case QueueAnswer.Restoring restoring -> restoring(restoring);
            case QueueAnswer.Admitted admitted -> admitted(admitted);
            case QueueAnswer.Expired expired ->
                    "{\"state\":\"EXPIRED\",\"number\":" + expired.number() + "}";
            case QueueAnswer.Closed closed ->
                    "{\"state\":\"CLOSED\",\"reason\":\""
                            + closed.reason()
                            + "\",\"pollAfterMillis\":"
                            + closed.pollAfterMillis()
                            + "}";
            case QueueAnswer.Lobby lobby ->
                    "{\"state\":\"LOBBY\",\"opensAt\":\""
                            + lobby.opensAt()
                            + "\",\"etaSeconds\":"
                            + lobby.etaSeconds()
                            + ",\"pollAfterMillis\":"
                            + lobby.pollAfterMillis()
                            + "}";
        };
    }

    private static String waiting(QueueAnswer.Waiting waiting) {
        StringBuilder json = start(waiting.receipt());
        json.append("{\"state\":\"WAITING\",\"number\":").append(waiting.number());
        json.append(",\"position\":").append(waiting.position());
        json.append(",\"ahead\":").append(waiting.ahead());
        if (waiting.behind() != QueueAnswer.UNKNOWN) {
            json.append(",\"behind\":").append(waiting.behind());
        }
        if (waiting.etaSeconds() != QueueAnswer.UNKNOWN) {
            json.append(",\"etaSeconds\":").append(waiting.etaSeconds());
        }
        if (waiting.paused()) {
            json.append(",\"paused\":true");
        }
        @Nullable Notice notice = waiting.notice();
        if (notice != null) {
            json.append(",\"notice\":").append(notice.json());
        }
        return end(json, waiting.pollAfterMillis(), waiting.receipt());
    }

    private static String restoring(QueueAnswer.Restoring restoring) {
        StringBuilder json = start(restoring.receipt());
        json.append("{\"state\":\"RESTORING\",\"number\":").append(restoring.number());
        return end(json, restoring.pollAfterMillis(), restoring.receipt());
    }

    private static String admitted(QueueAnswer.Admitted admitted) {
        StringBuilder json = new StringBuilder(2 * CAPACITY_WITH_PASS);
        json.append("{\"state\":\"ADMITTED\",\"number\":").append(admitted.number());
        json.append(",\"position\":0,\"ahead\":0,\"etaSeconds\":0");
        json.append(",\"entryToken\":\"").append(admitted.entryToken());
        json.append("\",\"entryExpiresAt\":\"").append(admitted.entryExpiresAt());
        json.append("\",\"extensionsLeft\":").append(admitted.extensionsLeft());
        return end(json, admitted.pollAfterMillis(), admitted.receipt());
    }

    private static StringBuilder start(@Nullable String receipt) {
        return new StringBuilder(receipt == null ? CAPACITY : CAPACITY_WITH_PASS);
    }

    private static String end(StringBuilder json, long pollAfterMillis, @Nullable String receipt) {
        json.append(",\"pollAfterMillis\":").append(pollAfterMillis);
        if (receipt != null) {
            json.append(",\"receipt\":\"").append(receipt).append('"');
        }
        return json.append('}').toString();
    }
}
