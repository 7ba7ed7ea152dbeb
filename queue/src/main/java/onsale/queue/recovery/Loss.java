package onsale.queue.recovery;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A loss of a line.
 *
 * @param epoch the epoch that followed
 * @param openedAt when the line was rebuilt
 * @param expected how many fans should come back; null if that is not known
 */
public record Loss(
        UUID scheduleId,
        int epoch,
        LossCause cause,
        Instant noticedAt,
        @Nullable Instant openedAt,
        @Nullable Integer expected) {}
