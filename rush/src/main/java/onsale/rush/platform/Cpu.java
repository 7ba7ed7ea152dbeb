package onsale.rush.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples the processor time of each part every second, from /proc. The time of a process that was
 * killed is kept, and its successor adds to it.
 */
public final class Cpu {

    private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux

    /** Parts whose children are sampled themselves. */
    private record Watched(String name, LongSupplier pid, boolean withChildren) {}

    /** One sample: seconds of processor time by name, since the beginning. */
    public record Look(double atSeconds, Map<String, Double> seconds) {}

    private final List<Watched> watched = new ArrayList<>();
    private final Map<String, Double> ended = new HashMap<>();
    private final Map<String, Long> pids = new HashMap<>();
    private final Map<String, Double> latest = new HashMap<>();
    private final Map<String, Double> first = new HashMap<>();
    private final List<Look> looks = new ArrayList<>();
    private long rssPeakBytes;

    public void watch(String name, LongSupplier pid) {
        watched.add(new Watched(name, pid, true));
    }

    public void watchThisProcess(String name) {
        watched.add(new Watched(name, ProcessHandle.current()::pid, false));
    }

    /** Takes a sample. It takes long on a busy machine, so its time is that of its end. */
    public synchronized void look(long startNanos) {
        Map<String, Double> now = new LinkedHashMap<>();
        for (Watched one : watched) {
            long pid = pidOf(one);
            if (pid != 0 && pid != pids.getOrDefault(one.name, pid)) {
                ended.merge(one.name, latest.getOrDefault(one.name, 0.0), Double::sum);
                latest.remove(one.name);
            }
            if (pid != 0) {
                pids.put(one.name, pid);
                read(pid, one.withChildren).ifPresent(seconds -> latest.put(one.name, seconds));
            }
            double all = ended.getOrDefault(one.name, 0.0) + latest.getOrDefault(one.name, 0.0);
            first.putIfAbsent(one.name, all);
            now.put(one.name, Math.max(0, all - first.getOrDefault(one.name, 0.0)));
        }
        looks.add(new Look((System.nanoTime() - startNanos) / 1e9, now));
        rssPeakBytes = Math.max(rssPeakBytes, rss());
    }

    private static long pidOf(Watched one) {
        try {
            return one.pid.getAsLong();
        } catch (RuntimeException e) {
            return 0; // it does not run right now
        }
    }

    public synchronized List<Look> looks() {
        return List.copyOf(looks);
    }

    /** The peak memory of this process. */
    public synchronized long rssPeakBytes() {
        return rssPeakBytes;
    }

    /** Returns the time of the process, of its ended children and of its running children. */
    private static Optional<Double> read(long pid, boolean withChildren) {
        Optional<Double> own = ticks(pid, withChildren);
        if (own.isEmpty() || !withChildren) {
            return own.map(ticks -> ticks / TICKS_PER_SECOND);
        }
        double children =
                ProcessHandle.of(pid).stream()
                        .flatMap(ProcessHandle::children)
                        .mapToDouble(child -> ticks(child.pid(), true).orElse(0.0))
                        .sum();
        return Optional.of((own.get() + children) / TICKS_PER_SECOND);
    }

    private static Optional<Double> ticks(long pid, boolean withEnded) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // after the name, which may contain anything
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            double own = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
            double children = Double.parseDouble(fields[13]) + Double.parseDouble(fields[14]);
            return Optional.of(withEnded ? own + children : own);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static long rss() {
        try {
            @Nullable String line =
                    Files.readAllLines(Path.of("/proc/self/status")).stream()
                            .filter(one -> one.startsWith("VmRSS:"))
                            .findFirst()
                            .orElse(null);
            return line == null ? 0 : Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
        } catch (IOException e) {
            return 0;
        }
    }
}
