package onsale.bench;

import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures the verification of a pass, which every poll of a waiting fan needs: time compared with
 * the JDK's {@code Mac} over as many bytes, and allocated bytes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PassBench {

    private static final String NAME = "passes";
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

    static List<Result> run() throws RunnerException {
        Map<String, Double> nanos = new HashMap<>();
        List<Result> results = new ArrayList<>();
        for (RunResult result : Jmh.run(PassBench.class, 1)) {
            String name = result.getPrimaryResult().getLabel();
            nanos.put(name, result.getPrimaryResult().getScore());
            results.add(
                    Result.printed(
                            NAME, name + ", allocated", Rounds.of(Jmh.allocated(result)), "B"));
        }
        double raw = nanos.getOrDefault("rawMac", Double.NaN);
        nanos.forEach((name, value) -> {
            Result time =
                    Result.printed(NAME, name, Rounds.of(value), "ns")
                            .against("the JDK's Mac", raw);
            results.add(name.equals("verify") ? time.valueAtMost(VERIFY_NANOS_MAX) : time);
        });
        return results;
    }
}
