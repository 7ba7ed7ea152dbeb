package onsale.platform.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Chooses which of many items a job looks at in this run, when looking at all of them each time
 * would cost too much: items that are new, changed or busy in every run, and a share of the others
 * in rotation. Each item is looked at again after a bounded number of runs.
 */
public final class Rounds<T> {

    /** Up to this many idle items are looked at in every run. */
    public static final int AT_ONCE = 100;

    private final Function<T, UUID> id;
    private final int atOnce;
    private final int runsMax;
    private final Map<UUID, T> lastSeen = new HashMap<>();
    private final Set<UUID> busy = new HashSet<>();
    private UUID after = new UUID(0, 0);
    private boolean everything = true;

    /**
     * @param runsMax the number of runs within which every item is looked at
     */
    public Rounds(int runsMax, Function<T, UUID> id) {
        this(AT_ONCE, runsMax, id);
    }

    /**
     * @param atOnce up to this many idle items are looked at in every run
     */
    public Rounds(int atOnce, int runsMax, Function<T, UUID> id) {
        this.atOnce = atOnce;
        this.runsMax = runsMax;
        this.id = id;
    }

    /** The items of this run: new, changed and busy ones first, otherwise in random order. */
    public synchronized List<T> due(List<T> all) {
        List<T> first = new ArrayList<>();
        List<T> others = new ArrayList<>();
        Set<UUID> known = new HashSet<>();
        for (T one : all) {
            UUID key = id.apply(one);
            known.add(key);
            boolean changed = !one.equals(lastSeen.put(key, one));
            (changed || busy.contains(key) ? first : others).add(one);
        }
        lastSeen.keySet().retainAll(known);
        busy.retainAll(known);
        List<T> turn = everything ? others : inTurn(others);
        everything = false;
        // Shuffled, so that a run that is cut short does not always miss the same items.
        Collections.shuffle(first);
        Collections.shuffle(turn);
        first.addAll(turn);
        return first;
    }

    private List<T> inTurn(List<T> others) {
        int count = Math.max(atOnce, Math.ceilDiv(others.size(), runsMax));
        if (others.size() <= count) {
            return others;
        }
        others.sort(Comparator.comparing(id));
        int from = 0;
        while (from < others.size() && id.apply(others.get(from)).compareTo(after) <= 0) {
            from++;
        }
        List<T> turn = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            turn.add(others.get((from + i) % others.size()));
        }
        after = id.apply(turn.getLast());
        return turn;
    }

    /** Marks an item as busy, so that every run looks at it, or as idle. */
    public synchronized void note(UUID key, boolean isBusy) {
        if (isBusy) {
            busy.add(key);
        } else {
            busy.remove(key);
        }
    }

    /** Makes the next run look at every item, for example after a loss of data. */
    public synchronized void lookAtAll() {
        everything = true;
    }
}
