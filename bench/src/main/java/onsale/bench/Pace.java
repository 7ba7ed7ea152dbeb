package onsale.bench;

import org.jspecify.annotations.Nullable;

/**
 * How long benchmarks take. The variable {@code BENCH_SECONDS} shortens every warm-up and every
 * slice to so many seconds, to see whether a benchmark works; its figures are then those of a cold
 * server.
 */
final class Pace {

    private static final int ROUNDS_WHEN_SHORT = 3;

    private static final @Nullable Integer SECONDS_MAX = secondsMax();

    private Pace() {}

    private static @Nullable Integer secondsMax() {
        @Nullable String given = System.getenv("BENCH_SECONDS");
        return given == null || given.isEmpty() ? null : Integer.valueOf(given);
    }

    static int seconds(int normal) {
        return SECONDS_MAX == null ? normal : Math.min(normal, SECONDS_MAX);
    }

    static int rounds(int normal) {
        return SECONDS_MAX == null ? normal : Math.min(normal, ROUNDS_WHEN_SHORT);
    }
}
