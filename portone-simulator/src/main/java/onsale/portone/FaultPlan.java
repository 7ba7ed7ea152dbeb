package onsale.portone;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The faults of all payments by rate, and the end of a planned outage. */
record FaultPlan(long seed, List<Fault> rules, @Nullable Instant downUntil, Down how)
        implements Item {

    static final String KEY = "plan";
    static final FaultPlan NONE = new FaultPlan(0, List.of(), null, Down.ERROR);

    /** How the provider answers during an outage. */
    enum Down {
        ERROR,
        CUT,
        HANG
    }

    @Override
    public String key() {
        return KEY;
    }
}
