package onsale.reservation.ticket;

import java.util.UUID;

/**
 * A ticket as its fan sees it.
 *
 * @param code the signed text that is checked at the entrance
 */
public record Ticket(UUID seatId, String seatNumber, String grade, String number, String code) {}
