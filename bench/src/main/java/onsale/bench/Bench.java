package onsale.bench;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command: {@code onsale bench [name …] [--json]}. Every benchmark compares with its limit or
 * baseline in the same run, because machines differ and are shared. Exit code 1 if a bar is missed.
 * {@link Pace} tells how to try one quickly.
 */
public final class Bench {

    /** A group of measures that need the same things running. */
    interface Benchmark {
        List<Result> run() throws Exception;
    }

    private static final Map<String, List<Benchmark>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("kernel", List.of(new KernelBench()));
        ALL.put("passes", List.of(PassBench::run));
        ALL.put("front", FrontBench.PARTS);
        ALL.put("start", List.of(new StartBench()));
        ALL.put("holds", List.of(new HoldBench()));
        ALL.put("best-seats", List.of(BestSeatsBench::run));
        ALL.put("purchase", List.of(new PurchaseBench()));
        ALL.put("observe", List.of(new ObserveBench()));
        ALL.put("queue", List.of(new QueueBench()));
        ALL.put("queue-size", List.of(QueueSizeBench::run));
        ALL.put("guard", List.of(new GuardBench()));
        ALL.put("tokens", List.of(new TokenBench()));
        ALL.put("bcrypt", List.of(new BcryptBench()));
    }

    private Bench() {}

    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(List.of(args));
        boolean json = names.remove("--json");
        System.setProperty("io.lettuce.core.epoll", "false"); // see Child
        if (!ALL.keySet().containsAll(names)) {
            System.err.println("usage: onsale bench [--json] [name ...]; names: " + ALL.keySet());
            System.exit(2);
        }
        if (!json) {
            System.out.println(machine());
        }
        boolean passed = true;
        for (Map.Entry<String, List<Benchmark>> bench : ALL.entrySet()) {
            if (!names.isEmpty() && !names.contains(bench.getKey())) {
                continue;
            }
            for (Benchmark part : bench.getValue()) {
                for (Result result : part.run()) {
                    System.out.println(json ? result.json() : result.row());
                    passed &= result.pass() == null || result.pass();
                }
            }
        }
        System.exit(passed ? 0 : 1);
    }

    private static String machine() throws Exception {
        String cpu =
                Files.exists(Path.of("/proc/cpuinfo"))
                        ? Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                                .filter(line -> line.startsWith("model name"))
                                .map(line -> line.substring(line.indexOf(':') + 2))
                                .findFirst()
                                .orElse("unknown CPU")
                        : "unknown CPU";
        return "%s, %d cores, load %.1f, Java %s, %s %s"
                .formatted(
                        cpu,
                        Runtime.getRuntime().availableProcessors(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                        Runtime.version(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"));
    }
}
