package onsale.reservation.turn;

import java.time.Instant;
import java.util.UUID;

/**
 * The turn by which the waiting room let a fan in, as the entry token says.
 *
 * @param until when the token ends
 */
public record Turn(UUID id, Instant until) {}
