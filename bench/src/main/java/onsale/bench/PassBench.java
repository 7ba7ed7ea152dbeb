package onsale.bench;

import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.settings.Secret;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What it costs to verify a pass, which every poll of a waiting fan does: beside the JDK's {@code
 * Mac} over as many bytes, and with the bytes allocated. Fails above its limit.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PassBench {

    private static final double VERIFY_NANOS_MAX = 2_000;

    private static final PassKind KIND = PassKind.of(PassPurpose.RECEIPT, "queue", 60);

    private final Passes passes =
            new Passes(
                    PassKeys.of(new PassSettings(List.of()), new Secret("bench")),
                    Clock.systemUTC());
    private final String pass =
            passes.issue(
                    KIND,
                    Instant.now().plus(Duration.ofDays(1)),
                    claims ->
                            claims.uuid(UUID.randomUUID())
                                    .uuid(UUID.randomUUID())
                                    .bytes(new byte[16])
                                    .int64(1)
                                    .int32(1));
    private final String forged = pass.substring(0, pass.length() - 4) + "AAAA";

    /** As many bytes as a pass of this kind signs: format, purpose, audience, head, claims. */
    private final byte[] message = new byte[3 + "queue".length() + 5 + 60];

    private Mac mac = newMac();

    @Setup
    public void freshMac() {
        mac = newMac();
    }

    @Benchmark
    public PassCheck verify() {
        return passes.verify(KIND, pass);
    }

    @Benchmark
    public PassCheck refuseForged() {
        return passes.verify(KIND, forged);
    }

    @Benchmark
    public byte[] rawMac() {
        return mac.doFinal(message);
    }

    private static Mac newMac() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    public static void main(String[] args) throws RunnerException {
        var options =
                new OptionsBuilder()
                        .include(PassBench.class.getName())
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(1))
                        .addProfiler(GCProfiler.class)
                        .build();
        for (var result : new Runner(options).run()) {
            String name = result.getPrimaryResult().getLabel();
            double nanos = result.getPrimaryResult().getScore();
            double bytes =
                    Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                            .getScore();
            System.out.printf("%-14s %7.0f ns/op %7.0f B/op%n", name, nanos, bytes);
            if (name.equals("verify") && nanos > VERIFY_NANOS_MAX) {
                throw new IllegalStateException("slower than " + VERIFY_NANOS_MAX + " ns");
            }
        }
    }
}
