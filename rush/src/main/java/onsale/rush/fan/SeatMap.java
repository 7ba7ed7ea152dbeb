package onsale.rush.fan;

import java.nio.ByteBuffer;
import java.util.BitSet;

/** The seats as one fan has last seen them; docs/architecture.md describes the bytes. */
final class SeatMap {

    private static final int ALL = 1;
    private static final int HEAD_OF_ALL = 13;
    private static final int HEAD_OF_CHANGES = 13;

    private final BitSet taken = new BitSet();
    private int count;
    private long version;
    private boolean known;

    /** Returns the query of the next request. */
    String query() {
        return known ? "?since=" + version : "";
    }

    void read(byte[] answer) {
        ByteBuffer bytes = ByteBuffer.wrap(answer);
        int kind = bytes.get();
        version = bytes.getLong();
        if (kind == ALL) {
            count = bytes.getInt();
            taken.clear();
            for (int i = 0; i < count; i++) {
                if (((answer[HEAD_OF_ALL + i / 4] >> (2 * (i % 4))) & 3) != 0) {
                    taken.set(i);
                }
            }
            known = true;
        } else {
            for (int at = HEAD_OF_CHANGES; at + 4 <= answer.length; at += 4) {
                int change = bytes.getInt(at);
                taken.set(change >>> 2, (change & 3) != 0);
            }
        }
    }

    boolean isFree(int first, int seats) {
        int next = taken.nextSetBit(first);
        return first + seats <= count && (next < 0 || next >= first + seats);
    }

    /** Marks seats as taken by somebody else. */
    void take(int[] ordinals) {
        for (int ordinal : ordinals) {
            taken.set(ordinal);
        }
    }
}
