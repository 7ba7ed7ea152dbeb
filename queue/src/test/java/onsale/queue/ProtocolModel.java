package onsale.queue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiting room and its recovery as a state machine, small enough to look at every state it can
 * get into. Steps have the names of the methods and scripts they stand for; each is what one script
 * or one statement does at once.
 *
 * <p>What it leaves out: fans have one number in their life; other lines, persons, silence and
 * rates are not there; a window lasts until whoever is alive has asked; a claim of which no row can
 * come any more is known as such, where the code counts seconds.
 *
 * <p>What it takes together, because nobody can see what is between: all that a recovery reads and
 * writes from refillFirst to refillGone, while the guard lets only this recovery in (rows that end
 * and fans who leave between them do so as well before or after); the end of a recovery that is
 * void, once it can change nothing any more; and what a closed line contains, which refillFirst
 * empties.
 */
final class ProtocolModel {

    /** What the code guards with; a mutant goes without. */
    enum Guard {
        /** Scripts compare the process with the incarnation. */
        INCARNATION,
        /** A recovery is void as soon as another has begun. */
        NONCE,
        /** An epoch that may have numbers is not used again. */
        NEW_EPOCH,
        /** The epoch is raised only if it is still as it was before the recovery began. */
        KNOWN_EPOCH,
        /** It is written down that an epoch may have numbers before the line opens. */
        OPENING,
        /** A row is committed only for the epoch of its claim. */
        EPOCH_OF_CLAIM,
        /** The epoch is raised before the rows are read. */
        EPOCH_BEFORE_ROWS,
        /** Who is inside is counted from rows. */
        CLAIM_ROWS,
        /** Used numbers are refilled. */
        REFILL_GONE,
        /** Whose turn ends, or who leaves, is marked in the line. */
        MARK_GONE,
        /** Who left is not put back, also if the journal was read before. */
        JOURNAL,
        /** Nobody is called before those who wait had time to come back. */
        WINDOW,
        /** The active limit is in the script. */
        LIMIT
    }

    // where a fan stands in Redis
    static final int NOWHERE = 0;
    static final int WAITING = 1;
    static final int CALLED = 2;
    static final int CLAIMING = 3;
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

    static final int LIMIT = 1;
    private static final int NODES = 2;

    private final int fans;
    private final int lossesMax;
    private final Set<Guard> guards;

    ProtocolModel(int fans, int lossesMax, Set<Guard> without) {
        this.fans = fans;
        this.lossesMax = lossesMax;
        this.guards = EnumSet.allOf(Guard.class);
        guards.removeAll(without);
    }

    /** One state. Numbers are epoch * 4 + counter, 0 for none. */
    final class State {
        final int[] receipt = new int[fans];
        final int[] turn = new int[fans];
        final boolean[] row = new boolean[fans]; // PostgreSQL has a row; it lives while VALID
        final boolean[] left = new boolean[fans]; // in the journal
        int epoch;
        int openedEpoch;

        int key;
        int lineEpoch;
        int counter;
        boolean window;
        final int[] at = new int[fans];
        final boolean[] gone = new boolean[fans];

        boolean saved;
        int savedEpoch;
        int savedCounter;
        boolean savedWindow;
        final int[] savedAt = new int[fans];
        final boolean[] savedGone = new boolean[fans];

        int losses;
        final int[] step = new int[NODES];
        final int[] stepEpoch = new int[NODES];
        final int[] knownOpened = new int[NODES];
        final int[] read = new int[NODES]; // fans as bits
        final int[] claim = new int[NODES]; // fan + 1
        final int[] claimEpoch = new int[NODES];
        final boolean[] committed = new boolean[NODES];

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
            bits = bits << 2 | claim[n];
            bits = bits << 3 | claimEpoch[n];
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
                claimEpoch[n] = (int) (bits >>> 1 & 7);
                claim[n] = (int) (bits >>> 4 & 3);
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

        /** The nodes are alike: of two states that differ by their names, one is enough. */
        void normalise() {
            for (int n = 0; n < NODES; n++) {
                // of a void recovery only what it may still do to PostgreSQL counts
                if (key != RESTORING + n
                        && (step[n] == EPOCH || step[n] == OPENING)
                        && has(Guard.NONCE)) {
                    isVoid(this, n);
                }
            }
            if (node(0) < node(1)) {
                swap(step);
                swap(stepEpoch);
                swap(knownOpened);
                swap(read);
                swap(claim);
                swap(claimEpoch);
                boolean other = committed[0];
                committed[0] = committed[1];
                committed[1] = other;
                key = key >= RESTORING ? RESTORING + 1 - (key - RESTORING) : key;
            }
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
            return "receipts %s turns %s | epoch %d opened %d rows %s left %s | key %d epoch %d counter %d window %s at %s gone %s | nodes %s %s %s claims %s"
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
                            Arrays.toString(claim));
        }
    }

    State first() {
        State state = new State();
        state.epoch = 1;
        state.openedEpoch = 1;
        state.lineEpoch = 1;
        state.key = OPEN;
        return state;
    }

    private boolean has(Guard guard) {
        return guards.contains(guard);
    }

    /** What is wrong in the step that was just made, or null. */
    @Nullable String wrong;

    /**
     * Makes every step that can be made from here and hands each result over; the state it is made
     * in is used again.
     *
     * @param helpful only steps that bring fans nearer to their turn, without faults
     */
    void each(State s, boolean helpful, BiConsumer<String, State> next) {
        long low = s.low();
        long high = s.high();
        for (int n = 0; n < NODES; n++) {
            for (int what = 0; what < 3; what++) {
                String name = nodeStep(s, n, what, helpful);
                hand(s, name, low, high, next);
            }
        }
        for (int f = 0; f < fans; f++) {
            for (int what = 0; what < 8; what++) {
                hand(s, fanStep(s, f, what, helpful), low, high, next);
            }
        }
        hand(s, admit(s), low, high, next);
        hand(s, windowEnds(s), low, high, next);
        if (!helpful) {
            hand(s, save(s), low, high, next);
            hand(s, flush(s), low, high, next);
            hand(s, restartFromOlderFiles(s), low, high, next);
        }
    }

    private void hand(
            State s, @Nullable String name, long low, long high, BiConsumer<String, State> next) {
        if (name != null) {
            s.normalise();
            next.accept(name, s);
        }
        wrong = null;
        s.set(low, high);
    }

    // ---- nodes: recovery and claims

    private @Nullable String nodeStep(State s, int n, int what, boolean helpful) {
        if (what == 0) {
            return recoveryStep(s, n, helpful);
        } else if (what == 1) {
            return claimStep(s, n);
        } else if (!helpful && (s.step[n] != IDLE || s.claim[n] != 0)) {
            isVoid(s, n);
            endClaim(s, n);
            return "the node dies";
        }
        return null;
    }

    private @Nullable String recoveryStep(State s, int n, boolean helpful) {
        boolean mine = s.key == RESTORING + n || (!has(Guard.NONCE) && s.key >= RESTORING);
        return switch (s.step[n]) {
            case IDLE -> {
                if (s.key == OPEN) {
                    yield null;
                }
                s.stepEpoch[n] = s.epoch;
                s.knownOpened[n] = s.openedEpoch;
                s.step[n] = NOTICED;
                yield "state";
            }
            case NOTICED -> {
                s.key = RESTORING + n;
                empty(s);
                s.step[n] = BEGUN;
                if (!has(Guard.EPOCH_BEFORE_ROWS)) {
                    s.read[n] = active(s);
                }
                yield "begin";
            }
            case BEGUN -> {
                boolean asKnown = s.epoch == s.stepEpoch[n] && s.openedEpoch == s.knownOpened[n];
                if (!asKnown && has(Guard.KNOWN_EPOCH)) {
                    yield isVoid(s, n); // somebody else is at it
                }
                int next = has(Guard.NEW_EPOCH) ? Math.max(s.epoch, s.openedEpoch + 1) : s.epoch;
                if (next > (helpful ? 7 : lossesMax + 2)) {
                    // Two nodes could begin after each other for ever; leases keep them from it.
                    yield null;
                }
                s.epoch = next;
                s.stepEpoch[n] = s.epoch;
                s.knownOpened[n] = 0;
                s.step[n] = EPOCH;
                yield "beginEpoch";
            }
            case EPOCH -> {
                if (!mine) {
                    yield isVoid(s, n);
                }
                s.lineEpoch = s.stepEpoch[n];
                s.counter = 0;
                s.window = has(Guard.WINDOW);
                int inside = has(Guard.EPOCH_BEFORE_ROWS) ? active(s) : s.read[n];
                for (int f = 0; f < fans; f++) {
                    boolean used = (s.row[f] && has(Guard.CLAIM_ROWS)) || s.left[f];
                    s.at[f] = (inside >> f & 1) == 1 ? INSIDE : NOWHERE;
                    s.gone[f] = used && has(Guard.REFILL_GONE);
                }
                s.read[n] = 0;
                s.step[n] = FILLED;
                yield "refillFirst, refillInside, refillGone";
            }
            case FILLED -> {
                if (has(Guard.OPENING)) {
                    s.openedEpoch = Math.max(s.openedEpoch, s.stepEpoch[n]);
                }
                s.step[n] = OPENING;
                yield "opening";
            }
            default -> {
                if (mine) {
                    s.key = OPEN;
                }
                isVoid(s, n);
                yield "complete";
            }
        };
    }

    private static String isVoid(State s, int n) {
        s.step[n] = IDLE;
        s.stepEpoch[n] = 0;
        s.knownOpened[n] = 0;
        s.read[n] = 0;
        return "void";
    }

    private int active(State s) {
        int mask = 0;
        for (int f = 0; f < fans; f++) {
            mask |= has(Guard.CLAIM_ROWS) && s.row[f] && s.turn[f] == VALID ? 1 << f : 0;
        }
        return mask;
    }

    /** From the answer of claim.lua to the row, then to confirm.lua. */
    private @Nullable String claimStep(State s, int n) {
        if (s.claim[n] == 0) {
            return null;
        }
        int f = s.claim[n] - 1;
        if (!s.committed[n]) {
            boolean inTime = s.claimEpoch[n] == s.epoch || !has(Guard.EPOCH_OF_CLAIM);
            if (s.left[f]) {
                drop(s, f);
                endClaim(s, n);
                return "insert, but they have left";
            }
            if (s.row[f] || !inTime) {
                endClaim(s, n);
                return "insert, in vain";
            }
            s.row[f] = true;
            s.turn[f] = VALID;
            s.committed[n] = true;
            int valid = 0;
            for (int turn : s.turn) {
                valid += turn == VALID ? 1 : 0;
            }
            if (valid > LIMIT) {
                wrong = "more inside than may be";
            }
            return "insert";
        }
        if (s.key == OPEN) {
            s.at[f] = INSIDE;
        }
        endClaim(s, n);
        return "confirm";
    }

    private static void endClaim(State s, int n) {
        s.claim[n] = 0;
        s.claimEpoch[n] = 0;
        s.committed[n] = false;
    }

    private void drop(State s, int f) {
        if (s.key == OPEN && s.at[f] != NOWHERE) {
            s.at[f] = NOWHERE;
            s.gone[f] |= has(Guard.MARK_GONE);
        }
    }

    // ---- fans

    private @Nullable String fanStep(State s, int f, int what, boolean helpful) {
        return switch (what) {
            case 0 -> enter(s, f);
            case 1 -> putBack(s, f);
            case 2 -> claim(s, f, helpful);
            case 3 -> release(s, f);
            case 4 -> helpful ? null : leave(s, f);
            case 5 -> mend(s, f);
            case 6 -> helpful ? null : back(s, f);
            default -> unclaim(s, f);
        };
    }

    private @Nullable String enter(State s, int f) {
        boolean isNext = f == 0 || s.receipt[f - 1] > 0; // fans are alike
        if (s.receipt[f] > 0 || !isNext || s.key != OPEN) {
            return null;
        }
        s.counter++;
        int number = s.lineEpoch * 4 + s.counter;
        for (int other = 0; other < fans; other++) {
            if (s.receipt[other] >= number) {
                wrong = "a number is not behind all others";
            }
        }
        s.receipt[f] = number;
        s.at[f] = WAITING;
        return "enter";
    }

    /** Any fan with a receipt may ask. */
    private @Nullable String putBack(State s, int f) {
        if (s.receipt[f] == 0 || s.key != OPEN || s.at[f] != NOWHERE) {
            return null;
        }
        if (s.gone[f] || s.receipt[f] / 4 >= s.lineEpoch) {
            if (s.isAlive(f)) {
                wrong = "one who waits is told that it is over";
                return "status";
            }
            return null;
        }
        if (s.left[f] && has(Guard.JOURNAL)) {
            s.gone[f] = true;
            return "putBack, but they have left";
        }
        s.at[f] = WAITING;
        if (!s.isAlive(f)) {
            wrong = "one who left or had their turn is back in line";
        }
        return "putBack";
    }

    private @Nullable String claim(State s, int f, boolean helpful) {
        if (s.key != OPEN || (s.at[f] != CALLED && (helpful || s.at[f] != CLAIMING))) {
            return null;
        }
        for (int n = 0; n < NODES; n++) {
            if (s.claim[n] == 0) {
                s.at[f] = CLAIMING;
                s.claim[n] = f + 1;
                s.claimEpoch[n] = s.lineEpoch;
                return "claim";
            }
        }
        return null;
    }

    private static boolean isBeingClaimed(State s, int f) {
        return s.claim[0] == f + 1 || s.claim[1] == f + 1;
    }

    /** Paid, left or expired: the row first. */
    private @Nullable String release(State s, int f) {
        if (s.turn[f] != VALID || isBeingClaimed(s, f)) {
            return null;
        }
        s.turn[f] = ENDED;
        return "release";
    }

    private @Nullable String leave(State s, int f) {
        if (!s.isAlive(f)) {
            return null;
        }
        s.left[f] = true;
        if (s.key == OPEN && s.at[f] != CLAIMING) {
            s.at[f] = NOWHERE;
            s.gone[f] |= has(Guard.MARK_GONE);
        }
        return "leave";
    }

    /** Makes Redis count as inside who has a row, and nobody else. */
    private @Nullable String mend(State s, int f) {
        if (s.key != OPEN || !has(Guard.CLAIM_ROWS)) {
            return null;
        }
        if (s.at[f] == INSIDE && s.turn[f] != VALID) {
            drop(s, f);
            return "mend: release";
        }
        if (s.turn[f] == VALID && s.at[f] != INSIDE && !isBeingClaimed(s, f)) {
            s.at[f] = INSIDE;
            return "mend: confirm";
        }
        return null;
    }

    /** A call that nobody took up. */
    private static @Nullable String back(State s, int f) {
        if (s.key != OPEN || s.at[f] != CALLED) {
            return null;
        }
        s.at[f] = WAITING;
        return "call goes back";
    }

    private @Nullable String unclaim(State s, int f) {
        if (s.key != OPEN || s.at[f] != CLAIMING || isBeingClaimed(s, f) || s.turn[f] == VALID) {
            return null;
        }
        if (s.left[f] || s.row[f]) {
            drop(s, f);
        } else {
            s.at[f] = WAITING;
        }
        return "unclaim";
    }

    // ---- the line

    private @Nullable String admit(State s) {
        if (s.key != OPEN || s.window || (has(Guard.LIMIT) && s.active() >= LIMIT)) {
            return null;
        }
        int next = -1;
        for (int f = 0; f < fans; f++) {
            if (s.at[f] == WAITING && (next < 0 || s.receipt[f] < s.receipt[next])) {
                next = f;
            }
        }
        if (next < 0) {
            return null;
        }
        for (int f = 0; f < fans; f++) {
            if (f != next && s.isAlive(f) && s.at[f] < CALLED && s.receipt[f] < s.receipt[next]) {
                wrong = "overtaken";
            }
        }
        s.at[next] = CALLED;
        return "admit";
    }

    /** Long enough for whoever is alive. */
    private @Nullable String windowEnds(State s) {
        if (s.key != OPEN || !s.window) {
            return null;
        }
        for (int f = 0; f < fans; f++) {
            if (s.isAlive(f) && s.at[f] == NOWHERE) {
                return null;
            }
        }
        s.window = false;
        return "the window ends";
    }

    // ---- losses

    private @Nullable String save(State s) {
        if (s.saved || s.key != OPEN || has(Guard.INCARNATION)) {
            return null;
        }
        s.saved = true;
        s.savedEpoch = s.lineEpoch;
        s.savedCounter = s.counter;
        s.savedWindow = s.window;
        System.arraycopy(s.at, 0, s.savedAt, 0, s.at.length);
        System.arraycopy(s.gone, 0, s.savedGone, 0, s.gone.length);
        return "files are written";
    }

    private @Nullable String flush(State s) {
        if (s.losses == lossesMax) {
            return null;
        }
        s.losses++;
        s.key = LOST;
        empty(s);
        return "Redis is flushed";
    }

    private static void empty(State s) {
        s.lineEpoch = 0;
        s.counter = 0;
        s.window = false;
        Arrays.fill(s.at, NOWHERE);
        Arrays.fill(s.gone, false);
    }

    private @Nullable String restartFromOlderFiles(State s) {
        if (has(Guard.INCARNATION)) {
            return null; // closed, whatever is in it: as if it was flushed
        }
        if (s.losses == lossesMax || !s.saved) {
            return null;
        }
        s.losses++;
        s.key = OPEN;
        s.lineEpoch = s.savedEpoch;
        s.counter = s.savedCounter;
        s.window = s.savedWindow;
        System.arraycopy(s.savedAt, 0, s.at, 0, s.at.length);
        System.arraycopy(s.savedGone, 0, s.gone, 0, s.gone.length);
        return "Redis restarts from older files";
    }
}
