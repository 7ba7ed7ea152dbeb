package onsale.checker;

import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What fans of a sale saw and were told, for the checker to compare with the rows. */
public final class Evidence {

    /**
     * How many fans were called or inside at a moment, by the waiting room's own count.
     *
     * @param limit what operators allowed at that moment
     */
    public record Inside(UUID scheduleId, Instant at, long active, long limit) {}

    private final Queue<Promise> promises = new ConcurrentLinkedQueue<>();
    private final Queue<Wait> waits = new ConcurrentLinkedQueue<>();
    private final Queue<Inside> insides = new ConcurrentLinkedQueue<>();

    public void told(Promise promise) {
        promises.add(promise);
    }

    public void waited(List<Wait> seen) {
        waits.addAll(seen);
    }

    public void inside(Inside inside) {
        insides.add(inside);
    }

    List<Promise> promises() {
        return List.copyOf(promises);
    }

    List<Wait> waits() {
        return List.copyOf(waits);
    }

    List<Inside> insides() {
        return List.copyOf(insides);
    }
}
