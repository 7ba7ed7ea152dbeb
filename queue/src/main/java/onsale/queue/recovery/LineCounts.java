package onsale.queue.recovery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Writes down how many wait in each line, where that has changed. So many are expected back after a
 * loss.
 */
final class LineCounts {

    /** After this time all counts are written again: another node may have written since. */
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    private final RecoveryStore store;
    private final Map<UUID, Long> written = new HashMap<>();
    private long forgottenNanos = System.nanoTime();

    LineCounts(RecoveryStore store) {
        this.store = store;
    }

    synchronized void write(Map<UUID, Long> counts) {
        if (System.nanoTime() - forgottenNanos > KNOWN_FOR.toNanos()) {
            written.clear();
            forgottenNanos = System.nanoTime();
        }
        Map<UUID, Long> changed = new HashMap<>(counts);
        changed.entrySet().removeAll(written.entrySet());
        if (!changed.isEmpty()) {
            store.counted(changed);
            written.putAll(changed);
        }
    }
}
