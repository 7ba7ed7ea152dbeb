package onsale.checker;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a fan saw of a waiting room while the platform had to know that the fan was there. After a
 * silence, or after the line was restored, a new one begins. All times are of the fans' clock.
 *
 * @param liveSince when the fan first asked and was told to wait, without a silence since then;
 *     null if the fan was never told to wait
 * @param waitingAt when the fan last asked and was told to wait; null likewise
 * @param notCalledAt when the fan last asked and was not called yet
 * @param admittedAt when the fan was told to come in; null if not
 * @param lost what the fan was told instead of the place in line; empty if it was kept
 */
public record Wait(
        UUID scheduleId,
        long place,
        @Nullable Instant liveSince,
        @Nullable Instant waitingAt,
        Instant notCalledAt,
        @Nullable Instant admittedAt,
        String lost) {}
