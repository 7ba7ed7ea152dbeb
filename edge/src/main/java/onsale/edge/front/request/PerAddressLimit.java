package onsale.edge.front.request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts how many of something each address has, and bounds it. */
public final class PerAddressLimit {

    private final int max;
    private final Map<String, Integer> taken = new ConcurrentHashMap<>();

    public PerAddressLimit(int max) {
        this.max = max;
    }

    /** Counts one more, even beyond the bound; returns false if it is beyond. */
    public boolean take(String address) {
        return take(address, 1);
    }

    /** Like {@link #take(String)}, for something that counts as several. */
    public boolean take(String address, int weight) {
        return taken.merge(address, weight, Integer::sum) <= max;
    }

    /** Must be called once for each {@code take}, also for those beyond the bound. */
    public void giveBack(String address) {
        giveBack(address, 1);
    }

    public void giveBack(String address, int weight) {
        taken.computeIfPresent(address, (_, count) -> count <= weight ? null : count - weight);
    }
}
