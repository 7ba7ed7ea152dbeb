package onsale.bench;

import java.util.Collection;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The JMH benchmarks of a class, and what they allocate. */
final class Jmh {

    private Jmh() {}

    static Collection<RunResult> run(Class<?> benchmarks, int forks) throws RunnerException {
        return new Runner(
                        new OptionsBuilder()
                                .include(benchmarks.getName())
                                .forks(forks)
                                .warmupIterations(4)
                                .warmupTime(TimeValue.seconds(1))
                                .measurementIterations(5)
                                .measurementTime(TimeValue.seconds(1))
                                .verbosity(VerboseMode.SILENT)
                                .addProfiler(GCProfiler.class)
                                .build())
                .run();
    }

    /** Bytes for each call. */
    static double allocated(RunResult result) {
        return Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                .getScore();
    }
}
