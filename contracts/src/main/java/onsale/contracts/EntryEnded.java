package onsale.contracts;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * From queue to reservation: this turn ended before its time, and somebody else has its place.
 * Tokens of the admission hold no more seats. Lost, it heals when the last token ends.
 *
 * @param reason such as LEFT, PAID
 * @param tokensUntil when the last token of this admission ends
 */
@MessageContract(owner = Context.QUEUE, consumers = Context.RESERVATION)
public record EntryEnded(
        UUID admissionId, UUID eventScheduleId, UUID userId, String reason, Instant tokensUntil) {}
