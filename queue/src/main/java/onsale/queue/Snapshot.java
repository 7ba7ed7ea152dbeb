package onsale.queue;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import onsale.queue.Line.Head;

/**
 * One line as a node knows it. Never changes, but for the notes on who was seen; the next state is
 * another object. Numbers of an epoch follow each other without gaps, so a bit for each says who
 * waits, and a sum for each 64 of them gives any position in the same few steps, however long the
 * line is. A waiting fan takes some eight bytes.
 */
final class Snapshot {

    /** What a number is now. */
    enum State {
        WAITING,
        CALLED,
        INSIDE,
        GONE,
        /** Of an earlier epoch, and lost with it: to be put back. */
        LOST,
        /** Newer than this snapshot. */
        NEWER
    }

    private static final char[] LETTERS = {'C', 'K', 'A'};

    private final Head head;
    private final double admittedPerSecond;
    private final Segment[] segments;

    /** Called or inside: number times four plus the index of its letter, in order. */
    private final long[] active;

    private Snapshot(Head head, double admittedPerSecond, Segment[] segments, long[] active) {
        this.head = head;
        this.admittedPerSecond = admittedPerSecond;
        this.segments = segments;
        this.active = active;
    }

    static Snapshot empty(Head head) {
        return new Snapshot(head, 0, new Segment[0], new long[0]);
    }

    /** The numbers of one epoch. */
    private static final class Segment {
        private final int epoch;
        private long[] waiting;
        private long[] gone;
        private int[] before = new int[0];
        private int count;

        /** Seconds, 0 for never; shared by all snapshots of the line, written by any thread. */
        private int[] seenAt;

        private int[] toldAt;

        private Segment(int epoch, long[] waiting, long[] gone, int[] seenAt, int[] toldAt) {
            this.epoch = epoch;
            this.waiting = waiting;
            this.gone = gone;
            this.seenAt = seenAt;
            this.toldAt = toldAt;
        }

        static Segment of(int epoch) {
            return new Segment(epoch, new long[1], new long[1], new int[64], new int[64]);
        }

        Segment copy() {
            return new Segment(epoch, waiting.clone(), gone.clone(), seenAt, toldAt);
        }

        void reach(long counter) {
            int words = (int) (counter >>> 6) + 1;
            if (words > waiting.length) {
                int larger = Math.max(words, waiting.length + (waiting.length >> 2));
                waiting = Arrays.copyOf(waiting, larger);
                gone = Arrays.copyOf(gone, larger);
                // What is seen in this moment is lost: the fan asks again.
                seenAt = Arrays.copyOf(seenAt, larger << 6);
                toldAt = Arrays.copyOf(toldAt, larger << 6);
            }
        }

        void set(long[] bits, long counter, boolean value) {
            if (value) {
                bits[(int) (counter >>> 6)] |= 1L << counter;
            } else {
                bits[(int) (counter >>> 6)] &= ~(1L << counter);
            }
        }

        static boolean has(long[] bits, long counter) {
            int word = (int) (counter >>> 6);
            return word < bits.length && (bits[word] >>> counter & 1) == 1;
        }

        void sum() {
            before = new int[waiting.length];
            int sum = 0;
            for (int i = 0; i < waiting.length; i++) {
                before[i] = sum;
                sum += Long.bitCount(waiting[i]);
            }
            count = sum;
        }
    }

    // ---- the next one

    /** All numbers up to the new counter wait unless one of the changes says otherwise. */
    Snapshot with(Head next, double perSecond, List<String> changes) {
        if (next.counter() == head.counter() && next.epoch() == head.epoch() && changes.isEmpty()) {
            return new Snapshot(next, perSecond, segments, active);
        }
        Editor editor = new Editor(segments, active);
        long known = next.epoch() == head.epoch() ? head.counter() : 0;
        if (next.counter() > known) {
            Segment current = editor.at(next.epoch());
            current.reach(next.counter());
            for (long counter = known + 1; counter <= next.counter(); counter++) {
                current.set(current.waiting, counter, true);
            }
        }
        for (String change : changes) {
            editor.apply(
                    Long.parseLong(change, 0, change.length() - 1, 10),
                    change.charAt(change.length() - 1));
        }
        return editor.finish(next, perSecond);
    }

    /** From pages; the changes since the first of them are still to come. */
    static Snapshot of(Head head, long[] waiting, List<Line.Inside> inside) {
        Editor editor = new Editor(new Segment[0], new long[0]);
        editor.at(head.epoch()).reach(head.counter());
        for (long place : waiting) {
            editor.apply(place, 'W');
        }
        inside.forEach(one -> editor.apply(one.place(), one.state()));
        return editor.finish(head, 0);
    }

    /** Keeps the notes of a snapshot that this one replaces. */
    Snapshot remembering(Snapshot old) {
        for (Segment segment : segments) {
            for (Segment known : old.segments) {
                if (known.epoch == segment.epoch && known.seenAt.length <= segment.seenAt.length) {
                    System.arraycopy(known.seenAt, 0, segment.seenAt, 0, known.seenAt.length);
                    System.arraycopy(known.toldAt, 0, segment.toldAt, 0, known.toldAt.length);
                }
            }
        }
        return this;
    }

    private static final class Editor {
        private Segment[] segments;
        private boolean[] copied;
        private long[] active;
        private int actives;

        Editor(Segment[] segments, long[] active) {
            this.segments = segments.clone();
            this.copied = new boolean[segments.length];
            this.active = Arrays.copyOf(active, active.length + 16);
            this.actives = active.length;
        }

        Segment at(int epoch) {
            int i = 0;
            while (i < segments.length && segments[i].epoch < epoch) {
                i++;
            }
            if (i == segments.length || segments[i].epoch != epoch) {
                segments = insert(segments, i, Segment.of(epoch));
                boolean[] more = new boolean[copied.length + 1];
                System.arraycopy(copied, 0, more, 0, i);
                more[i] = true;
                System.arraycopy(copied, i, more, i + 1, copied.length - i);
                copied = more;
            } else if (!copied[i]) {
                segments[i] = segments[i].copy();
                copied[i] = true;
            }
            return segments[i];
        }

        private static Segment[] insert(Segment[] all, int at, Segment one) {
            Segment[] more = new Segment[all.length + 1];
            System.arraycopy(all, 0, more, 0, at);
            more[at] = one;
            System.arraycopy(all, at, more, at + 1, all.length - at);
            return more;
        }

        void apply(long place, char letter) {
            Segment segment = at(Place.epoch(place));
            long counter = Place.counter(place);
            segment.reach(counter);
            segment.set(segment.waiting, counter, letter == 'W');
            segment.set(segment.gone, counter, letter == 'G');
            removeActive(place);
            for (int code = 0; code < LETTERS.length; code++) {
                if (LETTERS[code] == letter) {
                    addActive(place * 4 + code);
                }
            }
            if (letter == 'W') {
                // Back from a call nobody took up: counts as seen when the fan asks again.
                segment.seenAt[(int) counter] = 0;
                segment.toldAt[(int) counter] = 0;
            }
        }

        private void removeActive(long place) {
            int at = Arrays.binarySearch(active, 0, actives, place * 4);
            at = at < 0 ? -at - 1 : at;
            if (at < actives && active[at] >>> 2 == place) {
                System.arraycopy(active, at + 1, active, at, actives - at - 1);
                actives--;
            }
        }

        private void addActive(long coded) {
            if (actives == active.length) {
                active = Arrays.copyOf(active, active.length + (active.length >> 1));
            }
            int at = -Arrays.binarySearch(active, 0, actives, coded) - 1;
            System.arraycopy(active, at, active, at + 1, actives - at);
            active[at] = coded;
            actives++;
        }

        Snapshot finish(Head head, double perSecond) {
            for (int i = 0; i < segments.length; i++) {
                if (copied[i]) {
                    segments[i].sum();
                }
            }
            return new Snapshot(head, perSecond, segments, Arrays.copyOf(active, actives));
        }
    }

    // ---- looking

    Head head() {
        return head;
    }

    State state(long place) {
        int epoch = Place.epoch(place);
        long counter = Place.counter(place);
        if (epoch > head.epoch() || (epoch == head.epoch() && counter > head.counter())) {
            return State.NEWER;
        }
        boolean gone = epoch == head.epoch();
        for (Segment segment : segments) {
            if (segment.epoch == epoch) {
                if (Segment.has(segment.waiting, counter)) {
                    return State.WAITING;
                }
                gone |= Segment.has(segment.gone, counter);
            }
        }
        int at = Arrays.binarySearch(active, place * 4);
        at = at < 0 ? -at - 1 : at;
        if (at < active.length && active[at] >>> 2 == place) {
            return LETTERS[(int) (active[at] & 3)] == 'A' ? State.INSIDE : State.CALLED;
        }
        return gone ? State.GONE : State.LOST;
    }

    /** How many wait before this number. */
    long ahead(long place) {
        int epoch = Place.epoch(place);
        long ahead = 0;
        for (Segment segment : segments) {
            if (segment.epoch < epoch) {
                ahead += segment.count;
            } else if (segment.epoch == epoch) {
                long counter = Place.counter(place);
                int word = (int) (counter >>> 6);
                ahead +=
                        word < segment.waiting.length
                                ? segment.before[word]
                                        + Long.bitCount(
                                                segment.waiting[word] & ((1L << counter) - 1))
                                : segment.count;
            }
        }
        return ahead;
    }

    /** The number before which so many wait. */
    long placeAt(long rank) {
        long left = rank;
        for (Segment segment : segments) {
            if (left < segment.count) {
                int word = Arrays.binarySearch(segment.before, (int) left);
                word = word < 0 ? -word - 2 : word;
                while (segment.before[word] + Long.bitCount(segment.waiting[word]) <= left) {
                    word++; // of several empty words the search finds any
                }
                long bits = segment.waiting[word];
                for (long skip = left - segment.before[word]; skip > 0; skip--) {
                    bits &= bits - 1;
                }
                int bit = Long.numberOfTrailingZeros(bits);
                return Place.of(segment.epoch, ((long) word << 6) + bit);
            }
            left -= segment.count;
        }
        throw new IllegalArgumentException("fewer than " + rank + " wait");
    }

    long waiting() {
        long waiting = 0;
        for (Segment segment : segments) {
            waiting += segment.count;
        }
        return waiting;
    }

    int called() {
        int called = 0;
        for (long coded : active) {
            called += LETTERS[(int) (coded & 3)] == 'A' ? 0 : 1;
        }
        return called;
    }

    double admittedPerSecond() {
        return admittedPerSecond;
    }

    /** Until this number's turn, in seconds; negative when that cannot be said. */
    long etaSeconds(long ahead) {
        if (head.paused()) {
            return -1;
        }
        double rate =
                admittedPerSecond > 0
                        ? admittedPerSecond
                        : head.active() < head.maxActive() ? head.admitPerSecond() : 0;
        return rate <= 0 ? -1 : (long) Math.ceil((ahead + 1) / rate);
    }

    /**
     * The highest number that has been called; 0 for none. All before have had their call or are
     * silent.
     */
    long calledUpTo() {
        return active.length == 0
                ? Math.max(0, head.nextLook() - 1)
                : Math.max(active[active.length - 1] >>> 2, head.nextLook() - 1);
    }

    // ---- who was seen

    /** This fan has asked just now. */
    void seen(long place, int nowSeconds) {
        for (Segment segment : segments) {
            if (segment.epoch == Place.epoch(place)) {
                long counter = Place.counter(place);
                int[] seenAt = segment.seenAt;
                if (counter < seenAt.length) {
                    seenAt[(int) counter] = nowSeconds;
                }
            }
        }
    }

    /** What the admission must be told of a waiting fan. */
    interface SeenConsumer {
        void accept(long place, int ageSeconds);
    }

    /**
     * Those near their turn who were seen, and about whom Redis does not know it yet or soon will
     * not any more.
     */
    void toTell(int horizon, int nowSeconds, int againAfterSeconds, SeenConsumer consumer) {
        forEachWaiting(
                ahead(Math.max(1, head.nextLook())) + horizon,
                place -> {
                    for (Segment segment : segments) {
                        int counter = (int) Place.counter(place);
                        if (segment.epoch == Place.epoch(place)
                                && segment.seenAt[counter] > segment.toldAt[counter]
                                && nowSeconds - segment.toldAt[counter] >= againAfterSeconds) {
                            segment.toldAt[counter] = nowSeconds;
                            consumer.accept(place, nowSeconds - segment.seenAt[counter]);
                        }
                    }
                });
    }

    /** The first so many, in order. */
    void forEachWaiting(long max, LongConsumer consumer) {
        long left = max;
        for (Segment segment : segments) {
            for (int word = 0; word < segment.waiting.length && left > 0; word++) {
                long bits = segment.waiting[word];
                while (bits != 0 && left > 0) {
                    int bit = Long.numberOfTrailingZeros(bits);
                    bits &= bits - 1;
                    left--;
                    consumer.accept(Place.of(segment.epoch, ((long) word << 6) + bit));
                }
            }
        }
    }
}
