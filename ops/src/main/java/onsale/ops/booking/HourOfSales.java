package onsale.ops.booking;

import java.time.Instant;

/**
 * The seats of one grade that were sold in one hour and paid in one way.
 *
 * @param hour its beginning
 * @param channel how they were paid
 * @param returnedSeats how many of them have been given back since
 */
public record HourOfSales(
        Instant hour,
        String grade,
        String channel,
        int seats,
        long amountWon,
        int returnedSeats,
        long returnedWon) {}
