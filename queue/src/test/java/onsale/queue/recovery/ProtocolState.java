package onsale.queue.recovery;

import java.util.Arrays;

/**
 * One state of the protocol's model, packed into two longs so that millions of them fit in memory.
 * Places are epoch * 4 + counter, 0 for none.
 */
final class ProtocolState {

    // where a fan stands in Redis
    static final int NOWHERE = 0;
    static final int WAITING = 1;
    static final int CALLED = 2;
    static final int TAKING = 3;
    static final int INSIDE = 4;

    // the fan's turn, as they know it
    static final int NONE = 0;
    static final int VALID = 1;
    static final int ENDED = 2;

    // the guard's key: lost, open, or a recovery of node 0 or 1
    static final int LOST = 0;
    static final int OPEN = 1;
    static final int RESTORING = 2;

    // how far a node is with a recovery
    static final int IDLE = 0;
    static final int NOTICED = 1;
    static final int BEGUN = 2;
    static final int EPOCH = 3;
    static final int FILLED = 4;
    static final int OPENING = 5;

    static final int NODES = 2;

    private final int fans;

    final int[] receipt;
    final int[] turn;
    final boolean[] row; // PostgreSQL has a row; it lives while VALID
    final boolean[] left; // in the journal
    int epoch;
    int openedEpoch;

    int key;
    int lineEpoch;
    int counter;
    boolean window;
    final int[] at;
    final boolean[] gone;

    boolean saved;
    int savedEpoch;
    int savedCounter;
    boolean savedWindow;
    final int[] savedAt;
    final boolean[] savedGone;

    int losses;
    final int[] step = new int[NODES];
    final int[] stepEpoch = new int[NODES];
    final int[] knownOpened = new int[NODES];
    final int[] read = new int[NODES]; // fans as bits
    final int[] taking = new int[NODES]; // fan + 1
    final int[] takingEpoch = new int[NODES];
    final boolean[] committed = new boolean[NODES];

    ProtocolState(int fans) {
        this.fans = fans;
        this.receipt = new int[fans];
        this.turn = new int[fans];
        this.row = new boolean[fans];
        this.left = new boolean[fans];
        this.at = new int[fans];
        this.gone = new boolean[fans];
        this.savedAt = new int[fans];
        this.savedGone = new boolean[fans];
    }

    long low() {
        long bits = 0;
        for (int f = 0; f < fans; f++) {
            bits = bits << 5 | receipt[f];
            bits = bits << 2 | turn[f];
            bits = bits << 1 | (row[f] ? 1 : 0);
            bits = bits << 1 | (left[f] ? 1 : 0);
            bits = bits << 3 | at[f];
            bits = bits << 1 | (gone[f] ? 1 : 0);
            bits = bits << 3 | savedAt[f];
            bits = bits << 1 | (savedGone[f] ? 1 : 0);
        }
        bits = bits << 3 | epoch;
        bits = bits << 3 | openedEpoch;
        bits = bits << 2 | losses;
        return bits << 2 | key;
    }

    long high() {
        long bits = lineEpoch;
        bits = bits << 2 | counter;
        bits = bits << 1 | (window ? 1 : 0);
        bits = bits << 1 | (saved ? 1 : 0);
        bits = bits << 3 | savedEpoch;
        bits = bits << 2 | savedCounter;
        bits = bits << 1 | (savedWindow ? 1 : 0);
        for (int n = 0; n < NODES; n++) {
            bits = bits << 19 | node(n);
        }
        return bits;
    }

    private long node(int n) {
        long bits = step[n];
        bits = bits << 3 | stepEpoch[n];
        bits = bits << 3 | knownOpened[n];
        bits = bits << 3 | read[n];
        bits = bits << 2 | taking[n];
        bits = bits << 3 | takingEpoch[n];
        return bits << 1 | (committed[n] ? 1 : 0);
    }

    void set(long low, long high) {
        long bits = low;
        key = (int) (bits & 3);
        losses = (int) (bits >>> 2 & 3);
        openedEpoch = (int) (bits >>> 4 & 7);
        epoch = (int) (bits >>> 7 & 7);
        bits >>>= 10;
        for (int f = fans - 1; f >= 0; f--) {
            savedGone[f] = (bits & 1) == 1;
            savedAt[f] = (int) (bits >>> 1 & 7);
            gone[f] = (bits >>> 4 & 1) == 1;
            at[f] = (int) (bits >>> 5 & 7);
            left[f] = (bits >>> 8 & 1) == 1;
            row[f] = (bits >>> 9 & 1) == 1;
            turn[f] = (int) (bits >>> 10 & 3);
            receipt[f] = (int) (bits >>> 12 & 31);
            bits >>>= 17;
        }
        bits = high;
        for (int n = NODES - 1; n >= 0; n--) {
            committed[n] = (bits & 1) == 1;
            takingEpoch[n] = (int) (bits >>> 1 & 7);
            taking[n] = (int) (bits >>> 4 & 3);
            read[n] = (int) (bits >>> 6 & 7);
            knownOpened[n] = (int) (bits >>> 9 & 7);
            stepEpoch[n] = (int) (bits >>> 12 & 7);
            step[n] = (int) (bits >>> 15 & 15);
            bits >>>= 19;
        }
        savedWindow = (bits & 1) == 1;
        savedCounter = (int) (bits >>> 1 & 3);
        savedEpoch = (int) (bits >>> 3 & 7);
        saved = (bits >>> 6 & 1) == 1;
        window = (bits >>> 7 & 1) == 1;
        counter = (int) (bits >>> 8 & 3);
        lineEpoch = (int) (bits >>> 10 & 7);
    }

    /** The nodes are alike: of two states that differ by the nodes' order, one is enough. */
    void normalise(boolean hasNonce) {
        for (int n = 0; n < NODES; n++) {
            // of a void recovery only what it may still do to PostgreSQL counts
            if (key != RESTORING + n && (step[n] == EPOCH || step[n] == OPENING) && hasNonce) {
                endRecovery(n);
            }
        }
        if (node(0) < node(1)) {
            swap(step);
            swap(stepEpoch);
            swap(knownOpened);
            swap(read);
            swap(taking);
            swap(takingEpoch);
            boolean other = committed[0];
            committed[0] = committed[1];
            committed[1] = other;
            key = key >= RESTORING ? RESTORING + 1 - (key - RESTORING) : key;
        }
    }

    void endRecovery(int n) {
        step[n] = IDLE;
        stepEpoch[n] = 0;
        knownOpened[n] = 0;
        read[n] = 0;
    }

    void endTaking(int n) {
        taking[n] = 0;
        takingEpoch[n] = 0;
        committed[n] = false;
    }

    boolean isBeingTaken(int f) {
        return taking[0] == f + 1 || taking[1] == f + 1;
    }

    /** Redis has nothing of the line. */
    void empty() {
        lineEpoch = 0;
        counter = 0;
        window = false;
        Arrays.fill(at, NOWHERE);
        Arrays.fill(gone, false);
    }

    private static void swap(int[] pair) {
        int other = pair[0];
        pair[0] = pair[1];
        pair[1] = other;
    }

    boolean isAlive(int f) {
        return receipt[f] > 0 && turn[f] == NONE && !left[f];
    }

    int active() {
        int active = 0;
        for (int one : at) {
            active += one >= CALLED ? 1 : 0;
        }
        return active;
    }

    boolean isDone() {
        for (int f = 0; f < fans; f++) {
            if (turn[f] != ENDED && !left[f]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "receipts %s turns %s | epoch %d opened %d rows %s left %s | key %d epoch %d counter %d window %s at %s gone %s | nodes %s %s %s taking %s"
                .formatted(
                        Arrays.toString(receipt),
                        Arrays.toString(turn),
                        epoch,
                        openedEpoch,
                        Arrays.toString(row),
                        Arrays.toString(left),
                        key,
                        lineEpoch,
                        counter,
                        window,
                        Arrays.toString(at),
                        Arrays.toString(gone),
                        Arrays.toString(step),
                        Arrays.toString(stepEpoch),
                        Arrays.toString(read),
                        Arrays.toString(taking));
    }
}
