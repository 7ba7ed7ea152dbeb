package onsale.platform;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids: UUID version 7 (RFC 9562), so that new rows go to the end of their index. Each id
 * is greater than all ids that the same generator made before, even when the clock stands still or
 * goes back: the twelve bits after the milliseconds are a counter, which overflows into the next
 * millisecond. The other 62 bits are random, so that ids cannot be guessed if the source is secure.
 */
public final class Ids {

    private static final int COUNTER_BITS = 12;
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long VARIANT_MASK = 0xc000_0000_0000_0000L;

    private final Clock clock;
    private final RandomGenerator random;

    /** Milliseconds and counter of the last id. */
    private final AtomicLong last = new AtomicLong();

    public Ids(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** The id that a text is, or null. Java would also read short groups, such as 1-2-3-4-5. */
    public static @Nullable UUID read(@Nullable String text) {
        try {
            @Nullable UUID id = text == null ? null : UUID.fromString(text);
            return id != null && id.toString().equalsIgnoreCase(text) ? id : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    public UUID next() {
        long now = clock.millis() << COUNTER_BITS;
        long stamp = last.accumulateAndGet(now, (before, given) -> Math.max(before + 1, given));
        long millis = stamp >>> COUNTER_BITS;
        long counter = stamp & ((1L << COUNTER_BITS) - 1);
        return new UUID(
                (millis << 16) | VERSION | counter, (random.nextLong() & ~VARIANT_MASK) | VARIANT);
    }
}
