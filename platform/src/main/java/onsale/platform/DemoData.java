package onsale.platform;

/**
 * Whether an empty database gets something to show.
 *
 * @param wanted never true for a database that somebody else runs
 */
public record DemoData(boolean wanted) {}
