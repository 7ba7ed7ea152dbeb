package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.testkit.Node;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Far more people sign in than BCrypt can serve: the rest of the node does not notice. */
class LoginStormTests {

    private static final int WARM_UPS = 300;
    private static final AtomicInteger STRANGERS = new AtomicInteger();
    private static final int LOGINS_PER_SECOND = 60; // several times what BCrypt can do
    private static final int OTHERS_PER_SECOND = 20;

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static Node node;

    @SuppressWarnings("NullAway.Init")
    private static String token;

    @BeforeAll
    static void start() {
        api = SharedNode.get().api;
        node = SharedNode.get().node;
        api.signUp(node.url(), "calm@fans.example", "서차분");
        token = api.login(node.url(), "calm@fans.example", Api.PASSWORD).text("accessToken");
    }

    /** A cold node is slow by itself. */
    private static void warmUp(int times) {
        for (int n = 0; n < times; n++) {
            assertThat(api.get(node.url() + "/api/users/me", token).status()).isEqualTo(200);
            assertThat(api.refresh(node.url(), "none").status()).isEqualTo(401);
        }
    }

    private record Storm(List<Api.Answer> logins, List<Long> othersMicros, int othersFailed) {
        long percentile(double part) {
            return othersMicros.get((int) Math.ceil(part * othersMicros.size()) - 1);
        }
    }

    @Test
    void theStormIsToldToComeBackAndOthersAreServed() throws Exception {
        warmUp(50);
        Storm storm = storm(Duration.ofSeconds(5));

        List<Api.Answer> refused =
                storm.logins().stream().filter(answer -> answer.status() == 503).toList();
        assertThat(refused)
                .isNotEmpty()
                .allSatisfy(answer -> {
                    assertThat(answer.text("code")).isEqualTo("user.busy");
                    assertThat(answer.response().headers().firstValue("retry-after")).hasValue("3");
                });
        assertThat(storm.logins()).anyMatch(answer -> answer.status() == 401);
        assertThat(storm.logins()).allMatch(a -> a.status() == 503 || a.status() == 401);
        assertThat(storm.othersFailed()).isZero();
    }

    @Test
    @Tag("long")
    void others99thPercentileIsBelow100Millis() throws Exception {
        warmUp(WARM_UPS);
        storm(Duration.ofSeconds(10));
        Storm storm = storm(Duration.ofSeconds(30));

        System.out.printf(
                "storm: %d logins, %d of them refused; %d others: p50 %.1f ms, p99 %.1f ms%n",
                storm.logins().size(),
                storm.logins().stream().filter(answer -> answer.status() == 503).count(),
                storm.othersMicros().size(),
                storm.percentile(0.5) / 1000.0,
                storm.percentile(0.99) / 1000.0);
        assertThat(storm.othersFailed()).isZero();
        assertThat(storm.percentile(0.99)).isLessThan(100_000);
    }

    /** Both kinds come at their own pace, however slow the answers are. */
    private static Storm storm(Duration lasting) throws Exception {
        Queue<Api.Answer> logins = new ConcurrentLinkedQueue<>();
        Queue<Long> micros = new ConcurrentLinkedQueue<>();
        Queue<Api.Answer> failed = new ConcurrentLinkedQueue<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                ScheduledExecutorService clock = Executors.newScheduledThreadPool(1)) {
            var storming =
                    clock.scheduleAtFixedRate(
                            () -> clients.execute(() -> logins.add(wrongLogin())),
                            0,
                            1_000_000 / LOGINS_PER_SECOND,
                            TimeUnit.MICROSECONDS);
            var others =
                    clock.scheduleAtFixedRate(
                            () -> clients.execute(() -> lookAtMyself(micros, failed)),
                            0,
                            1_000_000 / OTHERS_PER_SECOND,
                            TimeUnit.MICROSECONDS);
            var end =
                    clock.schedule(
                            () -> storming.cancel(false) && others.cancel(false),
                            lasting.toMillis(),
                            TimeUnit.MILLISECONDS);
            assertThat(end.get()).isTrue();
        }
        List<Long> sorted = new ArrayList<>(micros);
        Collections.sort(sorted);
        return new Storm(List.copyOf(logins), sorted, failed.size());
    }

    private static Api.Answer wrongLogin() {
        // of an account each, or they would soon be delayed
        String email = "storm-" + STRANGERS.incrementAndGet() + "@fans.example";
        return api.login(node.url(), email, "wrong one");
    }

    private static void lookAtMyself(Queue<Long> micros, Queue<Api.Answer> failed) {
        long start = System.nanoTime();
        Api.Answer answer = api.get(node.url() + "/api/users/me", token);
        micros.add((System.nanoTime() - start) / 1_000);
        if (answer.status() != 200) {
            failed.add(answer);
        }
    }
}
