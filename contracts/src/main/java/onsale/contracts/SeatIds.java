package onsale.contracts;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.UUID;
import onsale.platform.Sha256;

/**
 * A seat's id is computed: 96 bits that stand for its schedule, then its ordinal in the layout. So
 * a layout of 50,000 seats names one base instead of 50,000 random ids, and whoever gets an id
 * knows the seat's place in a bitmap without looking it up.
 */
public final class SeatIds {

    private static final long ORDINAL_BITS = 0xFFFF_FFFFL;
    private static final int HEX_OF_ORDINAL = 8;

    private final UUID zero;

    private SeatIds(UUID zero) {
        this.zero = zero;
    }

    public static SeatIds of(UUID scheduleId) {
        byte[] hash = Sha256.of("seats of " + scheduleId);
        ByteBuffer bits = ByteBuffer.wrap(hash);
        // A UUID of version 8 (RFC 9562): its bits are the application's own.
        long high = (bits.getLong() & ~0xF000L) | 0x8000L;
        long low = (bits.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new SeatIds(new UUID(high, low & ~ORDINAL_BITS));
    }

    public UUID seat(int ordinal) {
        return new UUID(zero.getMostSignificantBits(), zero.getLeastSignificantBits() | ordinal);
    }

    /** Of a seat of this schedule; empty for any other id. */
    public OptionalInt ordinal(UUID seatId) {
        long ordinal = seatId.getLeastSignificantBits() & ORDINAL_BITS;
        boolean ours =
                seatId.getMostSignificantBits() == zero.getMostSignificantBits()
                        && (seatId.getLeastSignificantBits() & ~ORDINAL_BITS)
                                == zero.getLeastSignificantBits()
                        && ordinal <= Integer.MAX_VALUE;
        return ours ? OptionalInt.of((int) ordinal) : OptionalInt.empty();
    }

    /** What all ids begin with; the rest is the ordinal as eight hexadecimal digits. */
    public String base() {
        String text = zero.toString();
        return text.substring(0, text.length() - HEX_OF_ORDINAL);
    }
}
