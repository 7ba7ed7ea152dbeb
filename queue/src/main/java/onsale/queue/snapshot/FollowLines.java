package onsale.queue.snapshot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import onsale.platform.job.Loop;
import onsale.platform.redis.LuaException;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineReader.Changes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Follows the lines that fans of this node stand in: brings them up to date from Redis a few times
 * a second, and tells Redis each second whom this node has seen. Fans whose places were lost with
 * Redis are collected in their line and put back in batches.
 */
public final class FollowLines implements AutoCloseable {

    /** Beyond this number a line is read for each request, and not followed. */
    private static final int LINES_MAX = 10_000;

    /** Brought up to date in one tick; if there are more lines, the others in the next ticks. */
    private static final int AT_ONCE = 500;

    private static final Duration FORGET_AFTER = Duration.ofMinutes(2);
    private static final Logger LOG = LoggerFactory.getLogger(FollowLines.class);

    private final LineReader reader;
    private final ReadLine readLine;
    private final ReportSeenFans reportSeen;
    private final Consumer<FollowedLine> putBack;
    private final LineMetrics metrics;
    private final Map<UUID, FollowedLine> followed = new ConcurrentHashMap<>();
    private final Loop loop;
    private final AtomicBoolean hasOtherLines = new AtomicBoolean();
    private int next;
    private final long startNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);

    /**
     * @param putBack puts the fans of a line back who have returned after a loss
     */
    public FollowLines(
            LineReader reader,
            Consumer<FollowedLine> putBack,
            LineMetrics metrics,
            Duration every,
            Duration silentAfter) {
        this.reader = reader;
        this.readLine = new ReadLine(reader);
        this.reportSeen = new ReportSeenFans(reader, silentAfter);
        this.putBack = putBack;
        this.metrics = metrics;
        this.loop = Loop.every(every, "queue-lines", this::follow);
        loop.start();
    }

    /** All lines that this node follows; looking at them keeps none of them. */
    List<FollowedLine> followed() {
        return List.copyOf(followed.values());
    }

    /** The line if this node follows it already. */
    public @Nullable FollowedLine known(UUID scheduleId) {
        @Nullable FollowedLine found = followed.get(scheduleId);
        if (found != null) {
            found.asked();
        }
        return found;
    }

    /** Reads the line if need be and follows it from now on; empty while it is restoring. */
    public Optional<FollowedLine> find(UUID scheduleId) {
        @Nullable FollowedLine known = known(scheduleId);
        if (known != null) {
            return Optional.of(known);
        }
        return readLine.run(scheduleId)
                .map(read -> {
                    FollowedLine fresh = new FollowedLine(scheduleId, read);
                    if (followed.size() >= LINES_MAX) {
                        return fresh;
                    }
                    @Nullable FollowedLine other = followed.putIfAbsent(scheduleId, fresh);
                    hasOtherLines.set(true);
                    return other == null ? fresh : other;
                });
    }

    /** Seconds on this node's own clock, greater than 0; for {@link Snapshot#seen}. */
    public int nowSeconds() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private void follow() {
        tickSome();
        if (hasOtherLines.compareAndSet(true, false)) {
            metrics.follows(followed.values());
        }
    }

    private void tickSome() {
        List<FollowedLine> all = List.copyOf(followed.values());
        int count = Math.min(all.size(), AT_ONCE);
        for (int i = 0; i < count; i++) {
            tickApart(all.get((next + i) % all.size()));
        }
        next = all.isEmpty() ? 0 : (next + count) % all.size();
    }

    /**
     * Each line has its own thread: lines may lie on several servers, and a server that does not
     * answer holds up its own lines only. Putting fans back has another one, because it asks the
     * database, which must not hold up the line.
     */
    private void tickApart(FollowedLine line) {
        apart(line.isFollowing, () -> metrics.tick().record(() -> follow(line)));
        if (line.hasReturning()) {
            apart(line.isPuttingBack, () -> attempt(line, putBack));
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

    /** Brings every line up to date in this thread. */
    public void tick() {
        for (FollowedLine line : followed.values()) {
            follow(line);
            attempt(line, putBack);
        }
    }

    private void follow(FollowedLine line) {
        if (line.isUnasked(FORGET_AFTER)) {
            followed.remove(line.scheduleId());
            line.topic().end();
            hasOtherLines.set(true);
            return;
        }
        attempt(
                line,
                _ -> {
                    refresh(line);
                    reportSeen.run(line, nowSeconds());
                    line.publish();
                });
    }

    private void attempt(FollowedLine line, Consumer<FollowedLine> work) {
        UUID id = line.scheduleId();
        try {
            work.accept(line);
        } catch (CompletionException
                | LuaException.NotExecuted
                | LuaException.Unknown
                | DataAccessException e) {
            LOG.debug("Could not bring the line of {} up to date: {}", id, e.toString());
        } catch (RuntimeException e) {
            if (!loop.isStopping()) {
                LOG.error("Could not bring the line of {} up to date", id, e);
            }
        }
    }

    /** Applies what has changed in Redis since the last time. */
    public void refresh(FollowedLine line) {
        synchronized (line) { // a request and the thread of the line may come at once
            Snapshot old = line.snapshot();
            switch (reader.changesSince(line.scheduleId(), old.head().version())) {
                case Changes.LineRestoring _ -> line.becomesRestoring();
                case Changes.TooMany _ ->
                        readLine.run(line.scheduleId())
                                .ifPresentOrElse(
                                        read -> line.becomes(read.remembering(old)),
                                        line::becomesRestoring);
                case Changes.Since since ->
                        line.becomes(
                                old.with(
                                        since.head(),
                                        line.admittedPerSecond(since.head()),
                                        since.changes()));
            }
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
