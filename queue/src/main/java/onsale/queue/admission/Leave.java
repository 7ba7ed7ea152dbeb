package onsale.queue.admission;

import java.util.UUID;

/** A place that its fan has given up. */
public record Leave(UUID scheduleId, long place, UUID userId) {}
