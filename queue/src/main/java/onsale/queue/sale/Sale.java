package onsale.queue.sale;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A schedule and the settings of its waiting room, as the database has them. */
public record Sale(
        UUID id,
        String title,
        Instant opensAt,
        Instant closesAt,
        boolean queued,
        boolean cancelled,
        boolean soldOut,
        int epoch,
        int openedEpoch,
        int admitPerSecond,
        int maxActive,
        int capacity,
        boolean paused,
        boolean draining,
        boolean followLoad,
        int settingsVersion,
        @Nullable String noticeKo,
        @Nullable String noticeEn,
        @Nullable String noticeJson) {

    /** What operators tell those who wait; null for nothing. */
    public @Nullable Notice notice() {
        return noticeJson == null ? null : new Notice(noticeKo, noticeEn, noticeJson);
    }

    /** True from an hour before the opening to an hour after the end: {@link SaleStore#current}. */
    boolean isCurrent(Instant now) {
        return queued
                && now.isAfter(opensAt.minus(Duration.ofHours(1)))
                && now.isBefore(closesAt.plus(Duration.ofHours(1)));
    }

    /** Whether fans may enter, and if not, why. */
    public enum Phase {
        NOT_QUEUED,
        NOT_OPEN,
        OPEN,
        SOLD_OUT,
        OVER,
        CANCELLED
    }

    public Phase phase(Instant now) {
        if (cancelled) {
            return Phase.CANCELLED;
        } else if (!queued) {
            return Phase.NOT_QUEUED;
        } else if (now.isBefore(opensAt)) {
            return Phase.NOT_OPEN;
        } else if (!now.isBefore(closesAt)) {
            return Phase.OVER;
        }
        return soldOut ? Phase.SOLD_OUT : Phase.OPEN;
    }
}
