package onsale.checker;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a fan saw of a waiting room. All times are of the fans' clock.
 *
 * @param waitingAt when the fan, who had stood in line and asked in time before, last asked and was
 *     told to wait; null if that never happened
 * @param admittedAt when the fan was told to come in; null if never
 * @param lost what the fan was told instead of the place in line; empty if it was kept
 */
public record Wait(
        UUID scheduleId,
        long place,
        @Nullable Instant waitingAt,
        @Nullable Instant admittedAt,
        String lost) {}
