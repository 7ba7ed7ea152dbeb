package onsale.reservation.payment;

import java.time.Duration;

/**
 * When a question to payment is asked again: after the first interval, then after twice as long
 * each time, up to the longest interval, by the database's clock.
 */
public record AskAgain(Duration first, Duration longest) {

    /**
     * The moment as SQL with the parameters {@code first} and {@code longest} in milliseconds.
     *
     * @param asks an expression for how often the question was asked before
     */
    static String at(String asks) {
        return "now() + least(:longest, :first * power(2, least(%s, 20))) * interval '1 millisecond'"
                .formatted(asks);
    }

    long firstMillis() {
        return first.toMillis();
    }

    long longestMillis() {
        return longest.toMillis();
    }
}
