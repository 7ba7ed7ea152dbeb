package onsale.platform.integrity;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A repair of what a check has found, by the context that owns the data. It examines each subject
 * again under its own lock and changes only what is still wrong, so it may be repeated and may run
 * on several nodes at once. A check may have several repairs, each for the subjects of its context.
 *
 * @param check the name of the check
 * @param action takes the subjects that were found; returns how many it repaired
 */
public record Repair(String check, ToIntFunction<List<String>> action) {}
