package onsale.queue.snapshot;

import java.util.Arrays;
import java.util.List;
import onsale.queue.line.LineHead;
import onsale.queue.line.LineReader.PlaceChange;
import onsale.queue.line.Place;
import onsale.queue.line.PlaceState;

/** Makes the next snapshot from the last one. Copies only the epochs in which something changes. */
final class SnapshotEditor {

    private EpochPlaces[] epochs;
    private boolean[] copied;
    private long[] active;
    private int activeCount;

    SnapshotEditor(EpochPlaces[] epochs, long[] active) {
        this.epochs = epochs.clone();
        this.copied = new boolean[epochs.length];
        this.active = Arrays.copyOf(active, active.length + 16);
        this.activeCount = active.length;
    }

    /** The places of this epoch, to be edited. */
    EpochPlaces at(int epoch) {
        int i = 0;
        while (i < epochs.length && epochs[i].epoch() < epoch) {
            i++;
        }
        if (i == epochs.length || epochs[i].epoch() != epoch) {
            insert(i, EpochPlaces.of(epoch));
        } else if (!copied[i]) {
            epochs[i] = epochs[i].copy();
            copied[i] = true;
        }
        return epochs[i];
    }

    private void insert(int at, EpochPlaces places) {
        EpochPlaces[] more = new EpochPlaces[epochs.length + 1];
        System.arraycopy(epochs, 0, more, 0, at);
        more[at] = places;
        System.arraycopy(epochs, at, more, at + 1, epochs.length - at);
        boolean[] moreCopied = new boolean[copied.length + 1];
        System.arraycopy(copied, 0, moreCopied, 0, at);
        moreCopied[at] = true;
        System.arraycopy(copied, at, moreCopied, at + 1, copied.length - at);
        epochs = more;
        copied = moreCopied;
    }

    /** Lets all places wait that were given after the known one, up to the last. */
    void give(int epoch, long known, long last) {
        EpochPlaces places = at(epoch);
        places.reach(last);
        for (long counter = known + 1; counter <= last; counter++) {
            places.setWaiting(counter, true);
        }
    }

    void apply(List<PlaceChange> changes) {
        for (PlaceChange change : changes) {
            apply(change.place(), change.state());
        }
    }

    void apply(long place, PlaceState state) {
        EpochPlaces places = at(Place.epoch(place));
        long counter = Place.counter(place);
        places.reach(counter);
        places.setWaiting(counter, state == PlaceState.WAITING);
        places.setGone(counter, state == PlaceState.GONE);
        removeActive(place);
        switch (state) {
            case CALLED, TAKING, INSIDE -> addActive(Snapshot.code(place, state));
            // The fan did not take the call up, and counts as seen after asking again.
            case WAITING -> places.forgetSeen(counter);
            case GONE -> {}
        }
    }

    private void removeActive(long place) {
        int at = Snapshot.indexOf(place, active, activeCount);
        if (at >= 0) {
            System.arraycopy(active, at + 1, active, at, activeCount - at - 1);
            activeCount--;
        }
    }

    private void addActive(long coded) {
        if (activeCount == active.length) {
            active = Arrays.copyOf(active, active.length + (active.length >> 1));
        }
        int at = -Arrays.binarySearch(active, 0, activeCount, coded) - 1;
        System.arraycopy(active, at, active, at + 1, activeCount - at);
        active[at] = coded;
        activeCount++;
    }

    Snapshot finish(LineHead head, double admittedPerSecond) {
        for (int i = 0; i < epochs.length; i++) {
            if (copied[i]) {
                epochs[i].sum();
            }
        }
        return new Snapshot(head, admittedPerSecond, epochs, Arrays.copyOf(active, activeCount));
    }
}
