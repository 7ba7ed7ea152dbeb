package onsale.contracts;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;

/**
 * From queue to reservation: this turn ended before its time, and somebody else has its place.
 * Tokens of the turn hold no more seats. Lost, it heals when the last token ends.
 *
 * @param reason such as LEFT, PAID
 * @param tokensUntil when the last token of this turn ends
 */
@MessageContract(owner = Context.QUEUE, consumers = Context.RESERVATION)
public record EntryEnded(
        @JsonProperty("admissionId") UUID turnId,
        UUID eventScheduleId,
        UUID userId,
        String reason,
        Instant tokensUntil) {}
