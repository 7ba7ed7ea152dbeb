package onsale.contracts;

import java.time.Instant;
import java.util.UUID;

/** The show does not take place: nothing more is sold, everyone gets their money back. */
public record ScheduleCancelled(
        UUID scheduleId, UUID eventId, String reason, Instant cancelledAt) {}
