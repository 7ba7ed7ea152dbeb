package onsale.rush;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import onsale.rush.Prober.Probe;
import onsale.rush.chaos.Injector.Done;

/**
 * How long fans felt a fault: from its start to the end of the last purchase that took longer than
 * usual because of it. It is over when several purchases in a row were as quick as usual.
 *
 * @param seconds 0 if nobody felt it
 * @param again whether purchases were as quick as usual afterwards, before the next fault
 */
record Recovery(Done done, double seconds, boolean again) {

    private static final int QUICK_IN_A_ROW = 4;

    /** Returns the time beyond which a purchase counts as delayed. */
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
        List<Probe> byStart =
                probes.stream().sorted(Comparator.comparingLong(Probe::startNanos)).toList();
        List<Recovery> recoveries = new ArrayList<>();
        for (int i = 0; i < inTime.size(); i++) {
            Done done = inTime.get(i);
            long at = done.atNanos();
            long until = i + 1 < inTime.size() ? inTime.get(i + 1).atNanos() : Long.MAX_VALUE;
            List<Probe> after =
                    byStart.stream()
                            .filter(probe -> probe.startNanos() >= at && probe.startNanos() < until)
                            .toList();
            int well = firstQuickStretch(after, usualSeconds);
            long wellAt = well < after.size() ? after.get(well).startNanos() : until;
            double felt = 0;
            for (Probe probe : byStart) {
                boolean during = probe.endNanos() > at && probe.startNanos() < wellAt;
                if (during && !isQuick(probe, usualSeconds)) {
                    felt = Math.max(felt, (Math.min(probe.endNanos(), until) - at) / 1e9);
                }
            }
            boolean quickAgain = well < after.size();
            recoveries.add(new Recovery(done, felt, quickAgain));
        }
        return recoveries;
    }

    /** Returns where the first quick stretch begins; at the end a shorter one counts too. */
    private static int firstQuickStretch(List<Probe> after, double usualSeconds) {
        for (int i = 0; i < after.size(); i++) {
            if (after.subList(i, Math.min(after.size(), i + QUICK_IN_A_ROW)).stream()
                    .allMatch(probe -> isQuick(probe, usualSeconds))) {
                return i;
            }
        }
        return after.size();
    }

    private static boolean isQuick(Probe probe, double usualSeconds) {
        return probe.bought() && probe.seconds() <= usualSeconds;
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
