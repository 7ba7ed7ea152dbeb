package onsale.queue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import onsale.platform.door.StreamEvent;
import onsale.platform.door.StreamTopic;
import onsale.platform.redis.LuaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * The lines that fans of this node stand in, brought up to date from Redis a few times a second.
 * Each second the node tells the admission whom it has seen. Fans whose numbers were lost with
 * Redis are collected here and put back in batches.
 */
final class Lines implements AutoCloseable {

    private static final int LINES_MAX = 500;
    private static final int PAGE = 5_000;
    private static final int BATCH = 500;
    private static final int RETURNING_MAX = 20_000;
    private static final int SYNC_ATTEMPTS = 5;
    private static final Duration FORGET_AFTER = Duration.ofMinutes(2);
    private static final Duration TELL_EVERY = Duration.ofSeconds(1);

    private static final int HORIZON_SECONDS = 20;
    private static final int HORIZON_MAX = 5_000;

    /** Over which the rate of admissions is measured; from a shorter time nothing is concluded. */
    private static final long RATE_OVER_MILLIS = 30_000;

    private static final long RATE_LEAST_MILLIS = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(Lines.class);

    private final Line line;
    private final People people;
    private final ClaimStore claims;
    private final QueueMetrics metrics;

    /** A fan who goes on asking is told again so often; far less than it takes to be silent. */
    private final int tellAgainSeconds;

    private final Map<UUID, Followed> followed = new ConcurrentHashMap<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private final long startNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);

    Lines(
            Line line,
            People people,
            ClaimStore claims,
            QueueMetrics metrics,
            Duration every,
            Duration silentAfter) {
        this.line = line;
        this.people = people;
        this.claims = claims;
        this.metrics = metrics;
        this.tellAgainSeconds = Math.toIntExact(silentAfter.toSeconds() / 5);
        this.thread = Thread.ofVirtual().name("queue-lines").start(() -> followUntilStopped(every));
    }

    /** One line on this node. */
    static final class Followed {
        final UUID scheduleId;
        final StreamTopic topic = new StreamTopic();
        private final BlockingQueue<Receipt> returning = new LinkedBlockingQueue<>(RETURNING_MAX);
        private final Deque<long[]> measured = new ArrayDeque<>();
        private volatile Snapshot snapshot;
        private volatile boolean restoring;
        private final AtomicBoolean following = new AtomicBoolean();
        private final AtomicBoolean puttingBack = new AtomicBoolean();
        private volatile long askedNanos = System.nanoTime();
        private long toldNanos;
        private long publishedNanos;
        private String published = "";

        Followed(UUID scheduleId, Snapshot snapshot) {
            this.scheduleId = scheduleId;
            this.snapshot = snapshot;
        }

        Snapshot snapshot() {
            return snapshot;
        }

        /** Redis has lost this line, and it is being rebuilt. */
        boolean isRestoring() {
            return restoring;
        }

        /** Back to the number of the receipt, with the next batch. False: too many at once. */
        boolean putBack(Receipt receipt) {
            return returning.offer(receipt);
        }
    }

    /** From memory, or null if nobody has asked for it lately. */
    @Nullable Followed known(UUID scheduleId) {
        @Nullable Followed found = followed.get(scheduleId);
        if (found != null) {
            found.askedNanos = System.nanoTime();
        }
        return found;
    }

    /** Reads it if need be and follows it from now on; nothing while it is closed. */
    Optional<Followed> find(UUID scheduleId) {
        @Nullable Followed known = known(scheduleId);
        if (known != null) {
            return Optional.of(known);
        }
        return read(scheduleId)
                .map(read -> {
                    Followed fresh = new Followed(scheduleId, read);
                    if (followed.size() >= LINES_MAX) {
                        return fresh;
                    }
                    @Nullable Followed other = followed.putIfAbsent(scheduleId, fresh);
                    metrics.follows(followed.values());
                    return other == null ? fresh : other;
                });
    }

    /** This node's seconds, greater than 0. */
    int nowSeconds() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private void followUntilStopped(Duration every) {
        try {
            while (!stopping.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
                followed.values().forEach(this::tickApart);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Lines may lie on several servers, and one that does not answer holds up its own only. Nor
     * does a database that does not answer, which is asked about those who come back.
     */
    private void tickApart(Followed one) {
        apart(one.following, () -> metrics.tick().record(() -> follow(one)));
        if (!one.returning.isEmpty()) {
            apart(one.puttingBack, () -> attempt(one, this::putBack));
        }
    }

    private static void apart(AtomicBoolean busy, Runnable work) {
        if (busy.compareAndSet(false, true)) {
            Thread.startVirtualThread(() -> {
                try {
                    work.run();
                } finally {
                    busy.set(false);
                }
            });
        }
    }

    /** Brings every line up to date. */
    void tick() {
        for (Followed one : followed.values()) {
            follow(one);
            attempt(one, this::putBack);
        }
    }

    private void follow(Followed one) {
        if (System.nanoTime() - one.askedNanos > FORGET_AFTER.toNanos()) {
            followed.remove(one.scheduleId);
            one.topic.end();
            metrics.follows(followed.values());
            return;
        }
        attempt(
                one,
                _ -> {
                    refresh(one);
                    tell(one);
                    publish(one);
                });
    }

    private void attempt(Followed one, Consumer<Followed> work) {
        UUID id = one.scheduleId;
        try {
            work.accept(one);
        } catch (CompletionException
                | LuaException.NotExecuted
                | LuaException.Unknown
                | DataAccessException e) {
            LOG.debug("The line of {} is not fresh: {}", id, e.toString());
        } catch (RuntimeException e) {
            if (stopping.getCount() > 0) {
                LOG.error("The line of {} is not fresh", id, e);
            }
        }
    }

    void refresh(Followed one) {
        synchronized (one) { // the follower and a request may come at once
            Snapshot old = one.snapshot;
            switch (line.changesSince(one.scheduleId, old.head().version())) {
                case Line.Changes.Closed _ -> one.restoring = true;
                case Line.Changes.TooMany _ ->
                        read(one.scheduleId)
                                .ifPresentOrElse(
                                        read -> accept(one, read.remembering(old)),
                                        () -> one.restoring = true);
                case Line.Changes.Since since ->
                        accept(
                                one,
                                old.with(
                                        since.head(), measure(one, since.head()), since.changes()));
            }
        }
    }

    private static void accept(Followed one, Snapshot next) {
        one.snapshot = next;
        one.restoring = false;
    }

    private static double measure(Followed one, Line.Head head) {
        long now = head.nowMillis();
        Deque<long[]> measured = one.measured;
        if (!measured.isEmpty() && measured.getLast()[1] > head.admitted()) {
            measured.clear(); // another epoch counts anew
        }
        if (measured.isEmpty() || now - measured.getLast()[0] >= 1_000) {
            measured.add(new long[] {now, head.admitted()});
        }
        while (now - measured.getFirst()[0] > RATE_OVER_MILLIS && measured.size() > 1) {
            measured.removeFirst();
        }
        long over = now - measured.getFirst()[0];
        return over < RATE_LEAST_MILLIS
                ? 0
                : (head.admitted() - measured.getFirst()[1]) * 1_000.0 / over;
    }

    /** Pages, then the changes since the first of them. */
    private Optional<Snapshot> read(UUID scheduleId) {
        for (int attempt = 0; attempt < SYNC_ATTEMPTS; attempt++) {
            Optional<Line.Page> first = line.page(scheduleId, 0, PAGE);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            long[] places = first.get().places();
            Optional<Line.Page> page = first;
            while (page.isPresent() && page.get().places().length == PAGE) {
                page = line.page(scheduleId, places[places.length - 1], PAGE);
                if (page.isPresent()) {
                    long[] more = page.get().places();
                    int known = places.length;
                    places = Arrays.copyOf(places, known + more.length);
                    System.arraycopy(more, 0, places, known, more.length);
                }
            }
            Line.Page start = first.get();
            switch (line.changesSince(scheduleId, start.version())) {
                case Line.Changes.Closed _ -> {
                    return Optional.empty();
                }
                case Line.Changes.TooMany _ -> {} // it moved faster than we read
                case Line.Changes.Since since when since.head().epoch() != start.epoch() -> {}
                case Line.Changes.Since since -> {
                    Line.Head atStart =
                            Line.Head.at(start.version(), start.epoch(), start.counter());
                    return Optional.of(
                            Snapshot.of(atStart, places, start.inside())
                                    .with(since.head(), 0, since.changes()));
                }
            }
        }
        return Optional.empty();
    }

    /** Who was seen; also when nobody was, because that says that a node is there. */
    private void tell(Followed one) {
        long now = System.nanoTime();
        if (one.restoring || now - one.toldNanos < TELL_EVERY.toNanos()) {
            return;
        }
        one.toldNanos = now;
        Snapshot snapshot = one.snapshot;
        int horizon =
                Math.clamp(
                        snapshot.head().admitPerSecond() * HORIZON_SECONDS,
                        Line.HORIZON_MIN,
                        HORIZON_MAX);
        List<String> pairs = new ArrayList<>();
        snapshot.toTell(
                horizon,
                nowSeconds(),
                tellAgainSeconds,
                (place, ageSeconds) -> {
                    pairs.add("" + place);
                    pairs.add("" + ageSeconds * 1_000L);
                });
        int from = 0;
        do {
            int to = Math.min(from + 2 * BATCH, pairs.size());
            line.seen(one.scheduleId, pairs.subList(from, to));
            from = to;
        } while (from < pairs.size());
    }

    /**
     * A person is bound again first: who has entered another line meanwhile stays there. The
     * journal is asked, because it was read before the line was open, and some leave while it is
     * not.
     */
    private void putBack(Followed one) {
        List<Receipt> all = new ArrayList<>();
        one.returning.drainTo(all, 4 * BATCH);
        if (all.isEmpty()) {
            return;
        }
        Set<Long> left =
                claims.left(one.scheduleId, all.stream().map(Receipt::place).distinct().toList());
        Set<Receipt> givenUp = new HashSet<>();
        Map<Receipt, CompletableFuture<People.Bind>> binding = new LinkedHashMap<>();
        for (Receipt receipt : all) {
            if (left.contains(receipt.place())) {
                givenUp.add(receipt);
            } else {
                binding.computeIfAbsent(
                        receipt,
                        r -> people.bind(r.scheduleId(), r.fan(), "").toCompletableFuture());
            }
        }
        List<Receipt> decided = new ArrayList<>(givenUp);
        binding.forEach((receipt, bind) -> {
            switch (bind.join()) {
                case People.Bind.Bound _ -> decided.add(receipt);
                case People.Bind.Other _ -> {
                    givenUp.add(receipt);
                    decided.add(receipt);
                }
                case People.Bind.Closed _ -> {
                    // the line is closed again: they ask again
                }
            }
        });
        Map<Integer, List<Receipt>> byEpoch =
                decided.stream()
                        .collect(Collectors.groupingBy(receipt -> Place.epoch(receipt.place())));
        byEpoch.forEach((epoch, receipts) -> {
            for (int from = 0; from < receipts.size(); from += BATCH) {
                line.putBack(
                        one.scheduleId,
                        epoch,
                        receipts.subList(from, Math.min(from + BATCH, receipts.size())),
                        givenUp);
            }
            metrics.returned(receipts.size());
        });
    }

    /** The same bytes for all who listen; each computes its own position from the marks. */
    private static void publish(Followed one) {
        long now = System.nanoTime();
        if (now - one.publishedNanos < TELL_EVERY.toNanos()) {
            return;
        }
        String news = StatusAnswers.shared(one);
        if (!news.equals(one.published)) {
            one.publishedNanos = now;
            one.published = news;
            one.topic.publish(StreamEvent.of("line", news));
        }
    }

    @Override
    public void close() {
        stopping.countDown();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
