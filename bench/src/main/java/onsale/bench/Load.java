package onsale.bench;

import java.util.List;

/** The result of a load; see {@link Crowd}. */
record Load(long requests, double p50Millis, double p95Millis, double p99Millis) {

    static Load of(String answer) {
        List<String> words = List.of(answer.split(" ", -1));
        return new Load(
                Long.parseLong(words.getFirst()),
                millis(words.get(1)),
                millis(words.get(2)),
                millis(words.get(3)));
    }

    private static double millis(String nanos) {
        return Long.parseLong(nanos) / 1e6;
    }
}
