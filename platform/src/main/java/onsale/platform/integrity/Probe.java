package onsale.platform.integrity;

import java.util.List;
import java.util.function.Supplier;

/**
 * The part of a check that looks outside of PostgreSQL, provided by the context that owns the data.
 *
 * @param check the name of the check
 * @param find returns the current findings, and changes nothing
 */
public record Probe(String check, Supplier<List<Finding>> find) {

    /**
     * A violation that the check found.
     *
     * @param subject identifies the violation for a repair
     */
    public record Finding(String subject, String detail) {}
}
