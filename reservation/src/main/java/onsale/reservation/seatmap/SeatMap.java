package onsale.reservation.seatmap;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import onsale.platform.front.HotAnswer;

/**
 * The state of all seats of a schedule at one version, ready to be sent. Immutable: the next
 * version is another object.
 *
 * <p>An answer is bytes, most significant first. All seats: 1 (one byte), version (8), number of
 * seats (4), then two bits for each seat, four seats to a byte from the lowest bits up. Changes: 2
 * (one byte), version (8), number of changes (4), then for each four bytes, the seat's ordinal
 * times four plus its state. A state is 0 available, 1 held, 2 sold.
 */
public final class SeatMap {

    static final String CONTENT_TYPE = "application/vnd.onsale.seats";
    static final int AVAILABLE = 0;
    static final int HELD = 1;
    static final int SOLD = 2;

    /** With more changes than this, all seats are the shorter answer for most halls. */
    private static final int CHANGES_MAX = 1_000;

    private static final int HEAD_BYTES = 13;

    private final long version;
    private final int seatCount;
    private final byte[] full;
    private final HotAnswer fullAnswer;

    /** The seats changed by the last versions, one each, oldest first. */
    private final int[] changed;

    private SeatMap(long version, int seatCount, byte[] full, int[] changed) {
        this.version = version;
        this.seatCount = seatCount;
        this.full = full;
        this.changed = changed;
        this.fullAnswer = answer(full);
    }

    int seatCount() {
        return seatCount;
    }

    /** A map of states by ordinal. */
    static SeatMap of(long version, byte[] states) {
        byte[] full = new byte[HEAD_BYTES + (states.length + 3) / 4];
        head(full, 1, version, states.length);
        for (int i = 0; i < states.length; i++) {
            full[HEAD_BYTES + i / 4] |= (byte) (states[i] << (2 * (i % 4)));
        }
        return new SeatMap(version, states.length, full, new int[0]);
    }

    /** The map after these changes, each one version and written {@code <ordinal><A|H|S>}. */
    SeatMap with(long newVersion, List<String> changes) {
        if (changes.isEmpty()) {
            return this;
        }
        byte[] next = full.clone();
        head(next, 1, newVersion, seatCount);
        Deque<Integer> recent = new ArrayDeque<>();
        for (int ordinal : changed) {
            recent.add(ordinal);
        }
        for (String change : changes) {
            int ordinal = Integer.parseInt(change, 0, change.length() - 1, 10);
            if (ordinal < seatCount) {
                set(next, ordinal, state(change.charAt(change.length() - 1)));
            }
            recent.add(ordinal);
        }
        while (recent.size() > CHANGES_MAX) {
            recent.remove();
        }
        return new SeatMap(
                newVersion, seatCount, next, recent.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The same seats, at this version if its own is less. */
    SeatMap atLeast(long least) {
        if (version >= least) {
            return this;
        }
        byte[] next = full.clone();
        head(next, 1, least, seatCount);
        return new SeatMap(least, seatCount, next, new int[0]);
    }

    long version() {
        return version;
    }

    /** Whether a seat is neither held nor sold. */
    public boolean isAvailable(int ordinal) {
        return state(ordinal) == AVAILABLE;
    }

    int state(int ordinal) {
        return (full[HEAD_BYTES + ordinal / 4] >> (2 * (ordinal % 4))) & 3;
    }

    /** Whether all seats have the same state in the other map, whatever the versions. */
    boolean isLike(SeatMap other) {
        return Arrays.equals(
                full, HEAD_BYTES, full.length, other.full, HEAD_BYTES, other.full.length);
    }

    /** The answer with all seats. */
    HotAnswer all() {
        return fullAnswer;
    }

    /** The answer with what changed since a version, or with all seats if it is too old. */
    HotAnswer since(long known) {
        long missing = version - known;
        if (missing < 0 || missing > changed.length) {
            return fullAnswer;
        }
        Set<Integer> seats = new LinkedHashSet<>();
        for (int i = changed.length - (int) missing; i < changed.length; i++) {
            seats.add(changed[i]);
        }
        byte[] bytes = new byte[HEAD_BYTES + 4 * seats.size()];
        head(bytes, 2, version, seats.size());
        ByteBuffer at = ByteBuffer.wrap(bytes, HEAD_BYTES, 4 * seats.size());
        for (int ordinal : seats) {
            at.putInt(ordinal << 2 | state(ordinal));
        }
        return answer(bytes);
    }

    private static HotAnswer answer(byte[] bytes) {
        return HotAnswer.of(200, CONTENT_TYPE, bytes).with("cache-control", "no-store");
    }

    private static void head(byte[] bytes, int kind, long version, int count) {
        ByteBuffer.wrap(bytes).put((byte) kind).putLong(version).putInt(count);
    }

    private static void set(byte[] bytes, int ordinal, int state) {
        int shift = 2 * (ordinal % 4);
        int at = HEAD_BYTES + ordinal / 4;
        bytes[at] = (byte) ((bytes[at] & ~(3 << shift)) | (state << shift));
    }

    private static int state(char letter) {
        return switch (letter) {
            case 'H' -> HELD;
            case 'S' -> SOLD;
            default -> AVAILABLE;
        };
    }
}
