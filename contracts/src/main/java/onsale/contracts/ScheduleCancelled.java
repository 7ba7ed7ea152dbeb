package onsale.contracts;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/** The show does not take place: nothing more is sold, everyone gets their money back. */
@MessageContract(
        owner = Context.CATALOG,
        consumers = {Context.RESERVATION, Context.QUEUE, Context.NOTIFICATION})
public record ScheduleCancelled(
        UUID scheduleId, UUID eventId, String reason, Instant cancelledAt) {}
