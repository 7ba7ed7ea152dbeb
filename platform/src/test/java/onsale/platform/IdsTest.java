package onsale.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void theTimeStandsInFront() {
        UUID id = new Ids(clock(NOW), new Random(1)).next();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void aTestOwnsItsIds() {
        assertThat(new Ids(clock(NOW), new Random(1)).next())
                .isEqualTo(new Ids(clock(NOW), new Random(1)).next());
    }

    @Test
    void onlyAWholeIdIsRead() {
        UUID id = new Ids(clock(NOW), new Random(1)).next();

        assertThat(Ids.read(id.toString())).isEqualTo(id);
        assertThat(Ids.read(id.toString().toUpperCase(Locale.ROOT))).isEqualTo(id);
        assertThat(Ids.read("1-2-3-4-5")).isNull();
        assertThat(Ids.read(id + "0")).isNull();
        assertThat(Ids.read("")).isNull();
        assertThat(Ids.read(null)).isNull();
    }

    @Test
    void idsGrowWhileTheClockStandsStill() {
        Ids ids = new Ids(clock(NOW), new Random(1));

        assertThat(IntStream.range(0, 10_000).mapToObj(i -> ids.next().toString()).toList())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void idsGrowWhenTheClockGoesBack() {
        SettableClock clock = new SettableClock();
        Ids ids = new Ids(clock, new Random(1));
        clock.now = NOW;
        String before = ids.next().toString();
        clock.now = NOW.minusSeconds(3_600);

        assertThat(ids.next().toString()).isGreaterThan(before);
    }

    @Test
    void manyThreadsMakeNoIdTwiceAndEachSeesItsOwnGrow() throws Exception {
        Ids ids = new Ids(Clock.systemUTC(), new Random(1));
        Callable<List<UUID>> thousand =
                () -> IntStream.range(0, 1_000).mapToObj(i -> ids.next()).toList();
        List<UUID> all = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var made : threads.invokeAll(Collections.nCopies(100, thousand))) {
                assertThat(made.get().stream().map(UUID::toString).toList()).isSorted();
                all.addAll(made.get());
            }
        }
        assertThat(new HashSet<>(all)).hasSize(100_000);
    }

    private static Clock clock(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    private static final class SettableClock extends Clock {

        private Instant now = NOW;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
