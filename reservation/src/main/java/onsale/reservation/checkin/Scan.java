package onsale.reservation.checkin;

import java.time.Instant;
import java.util.UUID;

/**
 * A code that was read at a door.
 *
 * @param id chosen by the scanner; the same scan sent again has the same id
 * @param scheduleId the show that the door is for
 * @param offline whether the scanner decided by itself, before anybody was asked
 */
public record Scan(
        UUID id, UUID scheduleId, String code, String door, Instant scannedAt, boolean offline) {}
