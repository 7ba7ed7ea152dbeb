package onsale.platform.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int SECONDS_MAX = 30;

    private final Semaphore steps = new Semaphore(0);

    @Test
    void stepsFollowEachOtherAtTheirPace() throws Exception {
        Duration pace = Duration.ofMillis(50);
        long start = System.nanoTime();
        try (Loop _ = started(() -> pace)) {
            awaitSteps(5);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThanOrEqualTo(pace.multipliedBy(4));
    }

    @Test
    void aLoopOfOnePaceRunsItsStepAgainAndAgain() throws Exception {
        try (Loop _ = Loop.every(Duration.ofMillis(1), "tested", steps::release).start()) {
            awaitSteps(5);
        }
    }

    @Test
    void theFirstStepRunsAtOnceAndTheNextOneNotBeforeItsTime() throws Exception {
        try (Loop _ = started(() -> HOUR)) {
            awaitSteps(1);

            assertThat(steps.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    @Test
    void wakingEndsThePause() throws Exception {
        try (Loop loop = started(() -> HOUR)) {
            for (int i = 0; i < 3; i++) {
                awaitSteps(1);
                loop.wake();
            }
            awaitSteps(1);
        }
    }

    @Test
    void wakingDuringAStepIsNotLost() throws Exception {
        CountDownLatch woken = new CountDownLatch(1);
        try (Loop loop =
                started(() -> {
                    woken.await();
                    return HOUR;
                })) {
            awaitSteps(1);
            loop.wake();
            woken.countDown();

            awaitSteps(1);
        }
    }

    @Test
    void wakingOnceRunsOneStep() throws Exception {
        try (Loop loop = started(() -> HOUR)) {
            awaitSteps(1);
            loop.wake();
            awaitSteps(1);

            assertThat(steps.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    @Test
    void aStepThatThrowsDoesNotEndTheLoop() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (Loop loop =
                started(() -> {
                    switch (runs.incrementAndGet()) {
                        case 1 -> throw new IllegalStateException("first");
                        case 2 -> throw new AssertionError("second");
                        default -> {
                            return HOUR;
                        }
                    }
                })) {
            awaitSteps(1);
            loop.wake(); // the pause after a failure ends early too
            awaitSteps(2);
        }

        assertThat(runs).hasValue(3);
    }

    @Test
    void aStopEndsThePause() throws Exception {
        Loop loop = started(() -> HOUR);
        awaitSteps(1);

        assertThat(closing(loop, HOUR)).isLessThan(SOON);
        assertThat(steps.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    void aStopEndsThePauseWithinAStep() throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        Loop[] loop = new Loop[1];
        loop[0] =
                new Loop(
                        "pausing",
                        () -> {
                            steps.release();
                            stopped.set(loop[0].stopsWithin(HOUR));
                            return HOUR;
                        });
        loop[0].start();
        awaitSteps(1);

        assertThat(closing(loop[0], HOUR)).isLessThan(SOON);
        assertThat(stopped).isTrue();
    }

    @Test
    void aStopWaitsForTheStepThatIsRunning() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Loop loop =
                started(() -> {
                    end.await();
                    ended.set(true);
                    return HOUR;
                });
        awaitSteps(1);
        Thread closing = Thread.ofVirtual().start(() -> loop.close(HOUR));
        assertThat(closing.join(Duration.ofMillis(200))).isFalse();

        end.countDown();

        assertThat(closing.join(SOON)).isTrue();
        assertThat(ended).isTrue();
    }

    @Test
    void aStepThatHangsIsInterrupted() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Loop loop =
                started(() -> {
                    never.await();
                    return HOUR;
                });
        awaitSteps(1);

        assertThat(closing(loop, Duration.ofMillis(100))).isLessThan(SOON);
    }

    @Test
    void aStepMayStopItsOwnLoop() throws Exception {
        Loop[] loop = new Loop[1];
        loop[0] =
                new Loop(
                        "once",
                        () -> {
                            steps.release();
                            loop[0].close();
                            return Duration.ZERO;
                        });
        loop[0].start();
        awaitSteps(1);

        assertThat(steps.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(loop[0].isStopping()).isTrue();
    }

    @Test
    void aLoopThatWasNeverStartedCloses() {
        Loop loop = new Loop("unstarted", () -> HOUR);

        assertThat(closing(loop, HOUR)).isLessThan(SOON);
    }

    private Loop started(Loop.Step step) {
        return new Loop(
                        "tested",
                        () -> {
                            steps.release();
                            return step.run();
                        })
                .start();
    }

    private void awaitSteps(int count) throws InterruptedException {
        assertThat(steps.tryAcquire(count, SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }

    private static Duration closing(Loop loop, Duration stepWithin) {
        long start = System.nanoTime();
        loop.close(stepWithin);
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
