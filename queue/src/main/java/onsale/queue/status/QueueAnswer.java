package onsale.queue.status;

import java.time.Duration;
import java.time.Instant;
import onsale.platform.Redacted;
import onsale.queue.sale.Notice;
import onsale.queue.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * What the waiting room tells a fan. {@link AnswerStatus} decides which answer it is, {@link
 * QueueAnswerJson} writes it as JSON and {@link WaitingPage} as HTML. Only the answer to entering
 * has a receipt.
 */
public sealed interface QueueAnswer {

    /** In place of a figure that this node does not know; it is left out of the answer. */
    long UNKNOWN = Snapshot.UNKNOWN;

    /**
     * The fan is in line.
     *
     * @param behind may be {@link #UNKNOWN}, as may {@code etaSeconds}
     * @param notice what operators tell those who wait; null for nothing
     */
    record Waiting(
            long number,
            long ahead,
            long behind,
            long etaSeconds,
            boolean paused,
            long pollAfterMillis,
            @Nullable String receipt,
            @Nullable Notice notice)
            implements QueueAnswer {

        public Waiting(
                long number,
                long ahead,
                long behind,
                long etaSeconds,
                boolean paused,
                long pollAfterMillis,
                @Nullable String receipt) {
            this(number, ahead, behind, etaSeconds, paused, pollAfterMillis, receipt, null);
        }

        @Override
        public String toString() {
            return Redacted.text(this, "receipt");
        }

        public Waiting with(@Nullable Notice told) {
            return told == null
                    ? this
                    : new Waiting(
                            number,
                            ahead,
                            behind,
                            etaSeconds,
                            paused,
                            pollAfterMillis,
                            receipt,
                            told);
        }

        public static Waiting in(
                Snapshot snapshot, long number, long ahead, @Nullable String receipt) {
            long etaSeconds = snapshot.etaSeconds(ahead);
            return new Waiting(
                    number,
                    ahead,
                    Math.max(0, snapshot.waiting() - ahead - 1),
                    etaSeconds,
                    snapshot.head().paused(),
                    PollInterval.ofWaiting(etaSeconds, ahead, number),
                    receipt);
        }

        /** For a line that this node does not follow yet. */
        public static Waiting unfollowed(long number, long ahead, String receipt) {
            return new Waiting(
                    number, ahead, UNKNOWN, UNKNOWN, false, PollInterval.MILLIS_MIN, receipt);
        }

        public long position() {
            return ahead + 1;
        }
    }

    /** Redis has lost the line, and it is being rebuilt; the fan keeps the number. */
    record Restoring(long number, long pollAfterMillis, @Nullable String receipt)
            implements QueueAnswer {
        @Override
        public String toString() {
            return Redacted.text(this, "receipt");
        }

        public static Restoring of(long number, @Nullable String receipt) {
            return new Restoring(number, PollInterval.ofRestoring(number), receipt);
        }
    }

    /** The fan has a turn, and this entry token for it. */
    record Admitted(
            long number,
            String entryToken,
            Instant entryExpiresAt,
            int extensionsLeft,
            @Nullable String receipt)
            implements QueueAnswer {
        @Override
        public String toString() {
            return Redacted.text(this, "entryToken", "receipt");
        }

        public long pollAfterMillis() {
            return PollInterval.MILLIS_MAX;
        }
    }

    /** The turn is over, or the place was given up: the fan may enter again. */
    record Expired(long number) implements QueueAnswer {}

    /** Nobody is let in now. */
    record Closed(Reason reason) implements QueueAnswer {

        public enum Reason {
            OVER,
            SOLD_OUT,
            CANCELLED,
            /** Operators have closed the entrance. */
            CLOSED
        }

        public long pollAfterMillis() {
            return PollInterval.MILLIS_MAX;
        }
    }

    /** The sale is not open yet. */
    record Lobby(Instant opensAt, long etaSeconds, long pollAfterMillis) implements QueueAnswer {

        public static Lobby of(Instant opensAt, Instant now) {
            long millisLeft = Math.max(0, Duration.between(now, opensAt).toMillis());
            return new Lobby(opensAt, millisLeft / 1_000, PollInterval.ofLobby(millisLeft));
        }
    }
}
