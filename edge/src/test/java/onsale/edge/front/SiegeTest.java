package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import onsale.edge.front.Attackers.Force;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Everything hostile at once: idle connections, bodies that never come, heads that come by the
 * byte, answers that are not read, floods of headers and of noise. Honest clients are served
 * meanwhile, and afterwards nothing is taken.
 */
class SiegeTest {

    /** The attackers have a network of their own; the honest come from another address. */
    private static final String HONEST = "127.0.1.1";

    private static final Map<String, String> SETTINGS =
            Map.of(
                    "h2c", "true",
                    "head-timeout", "5s",
                    "body-timeout", "5s",
                    "answer-timeout", "5s",
                    "idle-timeout", "30s");

    @Test
    void theHonestAreServedAndNothingIsLeft() throws Exception {
        siege(new Force(300, 3, 50, 3_000));
    }

    @Test
    @Tag("long")
    void alsoWhenManyCome() throws Exception {
        Figures figures = siege(new Force(16_000, 170, 500, 100_000));
        assertThat(figures.besieged).isLessThanOrEqualTo(3 * Math.max(1, figures.quiet));
    }

    /** Milliseconds within which 99 of 100 honest calls are answered. */
    private record Figures(double quiet, double besieged) {}

    private static Figures siege(Force force) throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front = Fronts.open(behind, SETTINGS)) {
            honest(front.port(), 5_000); // first use of everything
            double quiet = p99(honest(front.port(), 2_000));
            double besieged;
            try (Attackers attackers = Attackers.start(front.port(), force)) {
                List<Long> nanos = new ArrayList<>();
                while (!attackers.areDone()) {
                    nanos.addAll(honest(front.port(), 100));
                }
                besieged = p99(nanos);
                System.out.printf(
                        "siege of %s: p99 %.1f ms of %d calls, slowest %.1f ms, quiet p99 %.1f ms%n",
                        force, besieged, nanos.size(), nanos.getLast() / 1e6, quiet);
                Wait.until(
                        "bodies, answers and calls are given back while the attackers stay",
                        Duration.ofSeconds(60),
                        () -> {
                            FrontServer.Held now = front.held();
                            return now.bodies() == 0 && now.answers() == 0 && now.calls() == 0;
                        });
            }
            Wait.until(
                    "everything is free",
                    Duration.ofSeconds(60),
                    () -> front.held().equals(new FrontServer.Held(0, 0, 0, 0, 0)));
            return new Figures(quiet, besieged);
        }
    }

    /** Reads and calls with a body, in turn; every one is answered with 200. */
    private static List<Long> honest(int port, int calls) throws Exception {
        List<Long> nanos = new ArrayList<>();
        try (RawClient client = new RawClient(HONEST, port)) {
            for (int i = 0; i < calls; i++) {
                long start = System.nanoTime();
                if (i % 2 == 0) {
                    client.get("/api/hot");
                } else {
                    client.send(
                            "POST /api/payments/webhooks/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab");
                }
                assertThat(client.answer().status()).isEqualTo(200);
                nanos.add(System.nanoTime() - start);
            }
        }
        return nanos;
    }

    private static double p99(List<Long> nanos) {
        Collections.sort(nanos);
        return nanos.get(nanos.size() * 99 / 100) / 1e6;
    }
}
