package onsale.rush;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import onsale.checker.Evidence;
import onsale.platform.job.Loop;
import onsale.rush.chaos.Fault;
import onsale.rush.chaos.Injector.Done;
import tools.jackson.databind.JsonNode;

/** Samples every second how many fans wait and how many are inside, as an operator's page does. */
final class LineWatch {

    private static final long EVERY_NANOS = 500_000_000L;

    /** One sample; seconds since the beginning. */
    record Look(double atSeconds, String state, long waiting, long active, long limit) {

        /** Whether the line is not being restored, so that fans are called. */
        boolean isWell() {
            return state.equals("OPEN");
        }
    }

    private final Organiser organiser;
    private final String scheduleId;
    private final Evidence evidence;
    private final long start;
    private final List<Look> looks = new CopyOnWriteArrayList<>();
    private final Loop loop = new Loop("line-watch", this::lookInTime);
    private long nextNanos;

    LineWatch(Organiser organiser, String scheduleId, Evidence evidence, long startNanos) {
        this.organiser = organiser;
        this.scheduleId = scheduleId;
        this.evidence = evidence;
        this.start = startNanos;
    }

    void start() {
        nextNanos = System.nanoTime();
        loop.start();
    }

    List<Look> stop() {
        loop.close();
        return List.copyOf(looks);
    }

    /** Returns for how long the line stood still, each time, after faults of Redis. */
    static List<Double> stoodStill(List<Look> looks, List<Done> faults) {
        List<Double> all = new ArrayList<>();
        double since = Double.NaN;
        double lastWell = 0;
        for (Look look : looks) {
            if (look.isWell()) {
                if (!Double.isNaN(since)) {
                    all.add(look.atSeconds - since);
                }
                since = Double.NaN;
                lastWell = look.atSeconds;
            } else if (Double.isNaN(since)) {
                double well = lastWell;
                since =
                        faults.stream()
                                .filter(done -> done.fault().subject() == Fault.Subject.REDIS)
                                .mapToDouble(done -> Math.max(well, done.atNanos() / 1e9))
                                .filter(at -> at <= look.atSeconds)
                                .max()
                                .orElse(Double.NaN);
            }
        }
        return all;
    }

    private Duration lookInTime() {
        look();
        nextNanos = Math.max(nextNanos + EVERY_NANOS, System.nanoTime());
        return Duration.ofNanos(nextNanos - System.nanoTime());
    }

    /** Takes a sample, or none if there is no response. */
    private void look() {
        for (JsonNode queue : organiser.waitingRooms()) {
            JsonNode figures = queue.path("figures");
            if (queue.path("scheduleId").asString("").equals(scheduleId)) {
                long active = figures.path("active").asLong();
                long limit = queue.path("maxActive").asLong();
                if (figures.isObject()) {
                    evidence.inside(
                            new Evidence.Inside(
                                    UUID.fromString(scheduleId), Instant.now(), active, limit));
                }
                looks.add(
                        new Look(
                                (System.nanoTime() - start) / 1e9,
                                queue.path("state").asString(""),
                                figures.path("waiting").asLong(),
                                active,
                                limit));
            }
        }
    }
}
