package onsale.platform;

/**
 * Arithmetic of money. An amount is a {@code long} whose name ends in {@code Won}: won have no
 * fractions, and a plain number goes through SQL and JSON as it is, where a type of its own would
 * need a mapping at every border. What a type would prevent is prevented here: no amount is
 * negative or larger than a column holds, and nothing overflows silently. Breaking that is a bug
 * and throws.
 */
public final class Won {

    /** What {@code numeric(10,0)} holds. */
    public static final long MAX = 9_999_999_999L;

    private Won() {}

    /** The amount itself, if it is one. */
    public static long check(long amountWon) {
        if (amountWon < 0 || amountWon > MAX) {
            throw new ArithmeticException(amountWon + " is no amount in won");
        }
        return amountWon;
    }

    public static long plus(long aWon, long bWon) {
        return check(check(aWon) + check(bWon));
    }

    /** What is left, which is never less than nothing. */
    public static long minus(long fromWon, long takenWon) {
        return check(check(fromWon) - check(takenWon));
    }

    public static long times(long priceWon, int count) {
        return check(Math.multiplyExact(check(priceWon), (long) count));
    }

    /** Part of an amount in percent, rounded down to the won. */
    public static long percent(long amountWon, int percent) {
        if (percent < 0 || percent > 100) {
            throw new ArithmeticException(percent + " is no part in percent");
        }
        return check(amountWon) * percent / 100;
    }
}
