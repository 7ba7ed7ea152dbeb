package onsale.rush;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import onsale.rush.Injector.Done;
import onsale.rush.Prober.Probe;

/**
 * How long a fault was felt: from its moment to the end of the last purchase that took longer than
 * usual because of it.
 *
 * @param seconds 0 if nobody felt it
 * @param again whether purchases were as quick as usual afterwards, before the next fault
 */
record Recovery(Done done, double seconds, boolean again) {

    /** Purchases that take longer than this were held up by something. */
    static double usualSeconds(List<Probe> probes, List<Done> faults) {
        long first = faults.stream().mapToLong(Done::atNanos).min().orElse(Long.MAX_VALUE);
        double[] before =
                probes.stream()
                        .filter(probe -> probe.bought() && probe.endNanos() < first)
                        .mapToDouble(Probe::seconds)
                        .sorted()
                        .toArray();
        double p90 = before.length == 0 ? 0 : before[(int) (before.length * 0.9)];
        return Math.max(2, 2 * p90);
    }

    static List<Recovery> of(List<Done> faults, List<Probe> probes, double usualSeconds) {
        List<Done> inTime =
                faults.stream().sorted(Comparator.comparingLong(Done::atNanos)).toList();
        List<Recovery> recoveries = new ArrayList<>();
        for (int i = 0; i < inTime.size(); i++) {
            Done done = inTime.get(i);
            long at = done.atNanos();
            long until = i + 1 < inTime.size() ? inTime.get(i + 1).atNanos() : Long.MAX_VALUE;
            double felt = 0;
            boolean quickAgain = false;
            for (Probe probe : probes) {
                boolean during = probe.endNanos() > at && probe.startNanos() < until;
                if (during && (probe.seconds() > usualSeconds || !probe.bought())) {
                    felt = Math.max(felt, (Math.min(probe.endNanos(), until) - at) / 1e9);
                }
            }
            for (Probe probe : probes) {
                quickAgain |=
                        probe.startNanos() >= at
                                && probe.startNanos() < until
                                && probe.bought()
                                && probe.seconds() <= usualSeconds;
            }
            recoveries.add(new Recovery(done, felt, quickAgain));
        }
        return recoveries;
    }

    String text() {
        String shown =
                seconds == 0 ? "not felt" : "%.1f s".formatted(seconds).toLowerCase(Locale.ROOT);
        return again ? shown : "not before the next fault";
    }

    Duration at() {
        return Duration.ofNanos(done.atNanos());
    }
}
