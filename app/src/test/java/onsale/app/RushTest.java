package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import onsale.rush.Result;
import onsale.rush.Rush;
import onsale.rush.RushOptions;
import onsale.testkit.Node;
import onsale.testkit.OwnRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rehearsal as anybody runs it: a platform of its own, a crowd, faults, and the verdict. */
class RushTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path report;

    private Result rush(
            int fans, boolean queued, String profile, String chaos, long seed, int nodes)
            throws InterruptedException {
        return new Rush(
                        new RushOptions(
                                fans,
                                null,
                                queued,
                                null,
                                profile,
                                chaos,
                                seed,
                                Duration.ofMinutes(2),
                                report,
                                nodes,
                                OwnRedis.cache(),
                                Node.application(),
                                // what is late is put right sooner: nobody waits for the usual 30 s
                                Map.of(
                                        "onsale.queue.return-within", "4s",
                                        "onsale.reservation.reconcile-every", "3s",
                                        "onsale.payment.provider-within", "5s")),
                        new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .run();
    }

    @Test
    @Tag("long") // a crowd needs the machine to itself
    void aCrowdAndADeadRedisLeaveEverythingRight() throws Exception {
        Result result = rush(2_000, true, "quick", "5s kill redis 1s", 1, 1);

        System.out.println(result.summary());
        assertThat(result.isClean()).as(result.summary()).isTrue();
        assertThat(result.soldSeats()).isGreaterThan(200);
        assertThat(result.recoveries()).hasSize(1);
        assertThat(Files.readString(report.resolve("report.html")))
                .contains("CLEAN", "<svg", "kill redis", "Waiting room")
                .doesNotContainPattern("(src|href)=");
        assertThat(Files.readString(report.resolve("report.json"))).contains("\"clean\" : true");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverBreaksNothingIsLost(long seed) throws Exception {
        Result result = rush(1_500, seed % 2 == 0, "restless", "random", seed, 2);

        System.out.println(result.summary());
        assertThat(result.isClean()).as("seed %d: %s", seed, result.summary()).isTrue();
    }
}
