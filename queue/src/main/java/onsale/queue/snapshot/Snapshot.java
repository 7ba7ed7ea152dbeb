package onsale.queue.snapshot;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import onsale.queue.line.ActiveFan;
import onsale.queue.line.LineHead;
import onsale.queue.line.LineReader.PlaceChange;
import onsale.queue.line.Place;
import onsale.queue.line.PlaceState;

/**
 * One line as a node knows it. It never changes, except for the notes on who was seen: the next
 * state of the line is another object. A waiting fan takes some eight bytes.
 */
public final class Snapshot {

    /** In place of a figure that cannot be told. */
    public static final long UNKNOWN = -1;

    /** The state of a place, as far as this node knows. */
    public enum State {
        WAITING,
        CALLED,
        INSIDE,
        GONE,
        /** Of an earlier epoch and lost with it: to be put back. */
        LOST,
        /** Newer than this snapshot. */
        NEWER
    }

    /** The states of {@link #active}, by their code. */
    private static final List<PlaceState> ACTIVE_STATES =
            List.of(PlaceState.CALLED, PlaceState.TAKING, PlaceState.INSIDE);

    private final LineHead head;
    private final double admittedPerSecond;
    private final EpochPlaces[] epochs;

    /** Places called or inside, in order: place times four plus the code of the state. */
    private final long[] active;

    Snapshot(LineHead head, double admittedPerSecond, EpochPlaces[] epochs, long[] active) {
        this.head = head;
        this.admittedPerSecond = admittedPerSecond;
        this.epochs = epochs;
        this.active = active;
    }

    // ---- the next one

    /**
     * The line after these changes. All places up to the new counter wait unless a change says
     * otherwise.
     */
    public Snapshot with(LineHead next, double perSecond, List<PlaceChange> changes) {
        if (next.counter() == head.counter() && next.epoch() == head.epoch() && changes.isEmpty()) {
            return new Snapshot(next, perSecond, epochs, active);
        }
        SnapshotEditor editor = new SnapshotEditor(epochs, active);
        long known = next.epoch() == head.epoch() ? head.counter() : 0;
        if (next.counter() > known) {
            editor.give(next.epoch(), known, next.counter());
        }
        editor.apply(changes);
        return editor.finish(next, perSecond);
    }

    /** The line as its pages have it; the changes since the first page are still to be applied. */
    public static Snapshot of(LineHead head, long[] waiting, List<ActiveFan> active) {
        SnapshotEditor editor = new SnapshotEditor(new EpochPlaces[0], new long[0]);
        editor.at(head.epoch()).reach(head.counter());
        for (long place : waiting) {
            editor.apply(place, PlaceState.WAITING);
        }
        active.forEach(fan -> editor.apply(fan.place(), fan.state()));
        return editor.finish(head, 0);
    }

    /** Takes over who was seen from a snapshot that this one replaces. */
    Snapshot remembering(Snapshot old) {
        for (EpochPlaces places : epochs) {
            for (EpochPlaces known : old.epochs) {
                places.remember(known);
            }
        }
        return this;
    }

    static long code(long place, PlaceState state) {
        return place * 4 + ACTIVE_STATES.indexOf(state);
    }

    /** Where the place is among the first so many of these codes; negative if it is not there. */
    static int indexOf(long place, long[] codes, int count) {
        int at = Arrays.binarySearch(codes, 0, count, place * 4);
        at = at < 0 ? -at - 1 : at;
        return at < count && codes[at] >>> 2 == place ? at : -1;
    }

    private static boolean isInside(long code) {
        return ACTIVE_STATES.get((int) (code & 3)) == PlaceState.INSIDE;
    }

    // ---- reading

    public LineHead head() {
        return head;
    }

    public State state(long place) {
        int epoch = Place.epoch(place);
        long counter = Place.counter(place);
        if (epoch > head.epoch() || (epoch == head.epoch() && counter > head.counter())) {
            return State.NEWER;
        }
        boolean gone = epoch == head.epoch();
        for (EpochPlaces places : epochs) {
            if (places.epoch() == epoch) {
                if (places.isWaiting(counter)) {
                    return State.WAITING;
                }
                gone |= places.isGone(counter);
            }
        }
        int at = indexOf(place, active, active.length);
        if (at >= 0) {
            return isInside(active[at]) ? State.INSIDE : State.CALLED;
        }
        return gone ? State.GONE : State.LOST;
    }

    /** How many wait before this place. */
    public long ahead(long place) {
        int epoch = Place.epoch(place);
        long ahead = 0;
        for (EpochPlaces places : epochs) {
            if (places.epoch() < epoch) {
                ahead += places.count();
            } else if (places.epoch() == epoch) {
                ahead += places.ahead(Place.counter(place));
            }
        }
        return ahead;
    }

    /** The place before which this many wait. */
    long placeAt(long rank) {
        long left = rank;
        for (EpochPlaces places : epochs) {
            if (left < places.count()) {
                return places.placeAt(left);
            }
            left -= places.count();
        }
        throw new IllegalArgumentException("fewer than " + rank + " wait");
    }

    public long waiting() {
        long waiting = 0;
        for (EpochPlaces places : epochs) {
            waiting += places.count();
        }
        return waiting;
    }

    /** How many are called and not inside yet. */
    public int called() {
        int called = 0;
        for (long code : active) {
            called += isInside(code) ? 0 : 1;
        }
        return called;
    }

    public double admittedPerSecond() {
        return admittedPerSecond;
    }

    /** Seconds until a fan with so many ahead is called, or {@link #UNKNOWN}. */
    public long etaSeconds(long ahead) {
        if (head.paused()) {
            return UNKNOWN;
        }
        double rate =
                admittedPerSecond > 0
                        ? admittedPerSecond
                        : head.active() < head.maxActive() ? head.callsPerSecond() : 0;
        return rate <= 0 ? UNKNOWN : (long) Math.ceil((ahead + 1) / rate);
    }

    /**
     * The highest place that was called; 0 for none. Every place before it was called or passed
     * over.
     */
    public long calledUpTo() {
        return active.length == 0
                ? Math.max(0, head.nextLook() - 1)
                : Math.max(active[active.length - 1] >>> 2, head.nextLook() - 1);
    }

    // ---- who was seen

    /** Notes that this fan has asked just now. */
    public void seen(long place, int nowSeconds) {
        for (EpochPlaces places : epochs) {
            if (places.epoch() == Place.epoch(place)) {
                places.seen(Place.counter(place), nowSeconds);
            }
        }
    }

    /** Takes a waiting fan of whom Redis is to be told. */
    interface SeenConsumer {
        void accept(long place, int ageSeconds);
    }

    /**
     * Hands over the fans near the front who were seen, and of whom Redis was not told since or
     * will soon forget it. They count as told now.
     */
    void toTell(int horizon, int nowSeconds, int againAfterSeconds, SeenConsumer consumer) {
        forEachWaiting(
                ahead(Math.max(1, head.nextLook())) + horizon,
                place -> {
                    int counter = (int) Place.counter(place);
                    for (EpochPlaces places : epochs) {
                        if (places.epoch() == Place.epoch(place)
                                && places.tell(counter, nowSeconds, againAfterSeconds)) {
                            consumer.accept(place, nowSeconds - places.seenAt(counter));
                        }
                    }
                });
    }

    /** Hands over the first places that wait, in order. */
    private void forEachWaiting(long max, LongConsumer consumer) {
        long left = max;
        for (EpochPlaces places : epochs) {
            left -= places.forEachWaiting(left, consumer);
        }
    }
}
