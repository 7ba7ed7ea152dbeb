package onsale.catalog.event;

/** The years in which events may take place. */
public final class Years {

    private static final int MIN = 2000;
    private static final int MAX = 2200;

    public static final String REQUIRED = "must be from the year %d to %d".formatted(MIN, MAX);

    private Years() {}

    public static boolean allow(int year) {
        return year >= MIN && year <= MAX;
    }
}
