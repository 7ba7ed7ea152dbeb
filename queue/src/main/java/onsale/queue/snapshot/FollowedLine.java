package onsale.queue.snapshot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import onsale.platform.front.StreamTopic;
import onsale.queue.line.LineHead;
import onsale.queue.line.Receipt;

/** One line that this node follows. */
public final class FollowedLine {

    private static final int RETURNING_MAX = 20_000;
    private static final Duration PUBLISH_EVERY = Duration.ofSeconds(1);

    private final UUID scheduleId;
    private final StreamTopic topic = new StreamTopic();
    private final BlockingQueue<Receipt> returning = new LinkedBlockingQueue<>(RETURNING_MAX);
    private final AdmissionRate rate = new AdmissionRate();
    private volatile Snapshot snapshot;
    private volatile boolean restoring;
    private volatile long askedNanos = System.nanoTime();
    private long publishedNanos;
    private String published = "";

    /** Set while a thread brings this line up to date. */
    final AtomicBoolean isFollowing = new AtomicBoolean();

    /** Set while a thread puts fans of this line back. */
    final AtomicBoolean isPuttingBack = new AtomicBoolean();

    /** When Redis was told last whom this node has seen. */
    long toldNanos;

    FollowedLine(UUID scheduleId, Snapshot snapshot) {
        this.scheduleId = scheduleId;
        this.snapshot = snapshot;
    }

    public UUID scheduleId() {
        return scheduleId;
    }

    /** Where the events of this line are published. */
    public StreamTopic topic() {
        return topic;
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    /** Redis has lost this line, and it is not rebuilt yet. */
    public boolean isRestoring() {
        return restoring;
    }

    void becomes(Snapshot next) {
        snapshot = next;
        restoring = false;
    }

    void becomesRestoring() {
        restoring = true;
    }

    double admittedPerSecond(LineHead head) {
        return rate.perSecond(head);
    }

    void asked() {
        askedNanos = System.nanoTime();
    }

    /** Nobody has asked for this line for so long. */
    boolean isUnasked(Duration since) {
        return System.nanoTime() - askedNanos > since.toNanos();
    }

    /**
     * Remembers a fan whose place was lost, to be put back with the next batch. False if too many
     * wait for that; then the fan's next poll tries again.
     */
    public boolean putBack(Receipt receipt) {
        return returning.offer(receipt);
    }

    boolean hasReturning() {
        return !returning.isEmpty();
    }

    /** Takes fans who are to be put back. */
    public List<Receipt> takeReturning(int max) {
        List<Receipt> taken = new ArrayList<>();
        returning.drainTo(taken, max);
        return taken;
    }

    /**
     * Publishes what has changed, each second at most. All listeners get the same bytes; each
     * computes its own position.
     */
    void publish() {
        long now = System.nanoTime();
        if (now - publishedNanos < PUBLISH_EVERY.toNanos()) {
            return;
        }
        String news = LineNews.json(this);
        if (!news.equals(published)) {
            publishedNanos = now;
            published = news;
            topic.publish(LineNews.event(news));
        }
    }
}
