package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
@Tag("alone") // a crowd takes the whole machine
class RushTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path report;

    private List<Result> rush(
            int fans,
            String hall,
            boolean queued,
            String profile,
            String chaos,
            long seed,
            int rounds,
            int nodes)
            throws InterruptedException {
        return new Rush(
                        new RushOptions(
                                fans,
                                null,
                                hall,
                                queued,
                                null,
                                profile,
                                chaos,
                                seed,
                                rounds,
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
    void aCrowdAndADeadRedisLeaveEverythingRight() throws Exception {
        Result result =
                rush(2_000, "theatre", true, "quick", "5s kill redis 1s", 1, 1, 1).getFirst();

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
    @ValueSource(booleans = {false, true})
    void whateverBreaksNothingIsLost(boolean queued) throws Exception {
        long firstSeed = queued ? 6 : 1;
        allClean(rush(1_500, "theatre", queued, "restless", "random", firstSeed, 5, 2));
    }

    @Tag("long")
    @Test
    void whateverRedisForgetsNoPlaceIsLost() throws Exception {
        List<Result> rounds = rush(20_000, "arena", true, "waiting", "loss", 1, 20, 2);

        assertThat(rounds).allSatisfy(one -> assertThat(one.lineSeconds()).isNotEmpty());
        allClean(rounds);
    }

    private static void allClean(List<Result> rounds) {
        System.out.println(Result.together(rounds));
        assertThat(rounds).allSatisfy(one -> assertThat(one.isClean()).as(one.summary()).isTrue());
    }
}
