package onsale.catalog.seat;

/**
 * How many seats of a grade a schedule has.
 *
 * @param remaining how many are not sold
 */
public record GradeCount(
        String grade, long price, String color, String description, int total, int remaining) {}
