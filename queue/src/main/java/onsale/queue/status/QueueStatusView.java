package onsale.queue.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import onsale.platform.Redacted;
import onsale.queue.sale.Notice;
import org.jspecify.annotations.Nullable;

/**
 * A {@link QueueAnswer} as the API describes it. The front sends the same JSON through {@link
 * QueueAnswerJson}. A field that a state does not have is left out.
 *
 * @param reason why nobody is let in, if CLOSED
 * @param opensAt when the sale opens, if LOBBY
 * @param number the fan's number in line, which stays the same
 * @param position 1 for the next fan to be called, 0 if ADMITTED
 * @param etaSeconds until the fan is called, or the sale opens; left out when it is not known
 * @param paused true while nobody is called, else left out
 * @param pollAfterMillis when to ask again; left out if EXPIRED
 * @param receipt proves the number; only in the answer to entering
 * @param notice what operators tell those who wait
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QueueStatusView(
        State state,
        QueueAnswer.Closed.@Nullable Reason reason,
        @Nullable Instant opensAt,
        @Nullable Long number,
        @Nullable Long position,
        @Nullable Long ahead,
        @Nullable Long behind,
        @Nullable Long etaSeconds,
        @Nullable Boolean paused,
        @Nullable String entryToken,
        @Nullable Instant entryExpiresAt,
        @Nullable Integer extensionsLeft,
        @Nullable Long pollAfterMillis,
        @Nullable String receipt,
        @Nullable NoticeView notice) {

    /** The same in two languages; one of them may be missing. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record NoticeView(@Nullable String ko, @Nullable String en) {

        static @Nullable NoticeView of(@Nullable Notice notice) {
            return notice == null ? null : new NoticeView(notice.ko(), notice.en());
        }
    }

    private QueueStatusView(
            State state,
            QueueAnswer.Closed.@Nullable Reason reason,
            @Nullable Instant opensAt,
            @Nullable Long number,
            @Nullable Long position,
            @Nullable Long ahead,
            @Nullable Long behind,
            @Nullable Long etaSeconds,
            @Nullable Boolean paused,
            @Nullable String entryToken,
            @Nullable Instant entryExpiresAt,
            @Nullable Integer extensionsLeft,
            @Nullable Long pollAfterMillis,
            @Nullable String receipt) {
        this(
                state,
                reason,
                opensAt,
                number,
                position,
                ahead,
                behind,
                etaSeconds,
                paused,
                entryToken,
                entryExpiresAt,
                extensionsLeft,
                pollAfterMillis,
                receipt,
                null);
    }

    @Override
    public String toString() {
        return Redacted.text(this, "entryToken", "receipt");
    }

    public enum State {
        LOBBY,
        WAITING,
        RESTORING,
        ADMITTED,
        EXPIRED,
        CLOSED
    }

    public static QueueStatusView of(QueueAnswer answer) {
        return switch (answer) {
            case QueueAnswer.Waiting waiting ->
                    new QueueStatusView(
                            State.WAITING,
                            null,
                            null,
                            waiting.number(),
                            waiting.position(),
                            waiting.ahead(),
                            known(waiting.behind()),
                            known(waiting.etaSeconds()),
                            waiting.paused() ? true : null,
                            null,
                            null,
                            null,
                            waiting.pollAfterMillis(),
                            waiting.receipt(),
                            NoticeView.of(waiting.notice()));
            case QueueAnswer.Restoring restoring ->
                    plain(
                            State.RESTORING,
                            restoring.number(),
                            restoring.pollAfterMillis(),
                            restoring.receipt());
            case QueueAnswer.Admitted admitted ->
                    new QueueStatusView(
                            State.ADMITTED,
                            null,
                            null,
                            admitted.number(),
                            0L,
                            0L,
                            null,
                            0L,
                            null,
                            admitted.entryToken(),
                            admitted.entryExpiresAt(),
                            admitted.extensionsLeft(),
                            admitted.pollAfterMillis(),
                            admitted.receipt());
            case QueueAnswer.Expired expired -> plain(State.EXPIRED, expired.number(), null, null);
            case QueueAnswer.Closed closed ->
                    new QueueStatusView(
                            State.CLOSED,
                            closed.reason(),
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            closed.pollAfterMillis(),
                            null);
            case QueueAnswer.Lobby lobby ->
                    new QueueStatusView(
                            State.LOBBY,
                            null,
                            lobby.opensAt(),
                            null,
                            null,
                            null,
                            null,
                            lobby.etaSeconds(),
                            null,
                            null,
                            null,
                            null,
                            lobby.pollAfterMillis(),
                            null);
        };
    }

    private static QueueStatusView plain(
            State state, long number, @Nullable Long pollAfterMillis, @Nullable String receipt) {
        return new QueueStatusView(
                state,
                null,
                null,
                number,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                pollAfterMillis,
                receipt);
    }

    private static @Nullable Long known(long figure) {
        return figure == QueueAnswer.UNKNOWN ? null : (Long) figure;
    }
}
