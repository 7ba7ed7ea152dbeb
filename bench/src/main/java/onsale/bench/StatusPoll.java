package onsale.bench;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import onsale.platform.front.HotAnswer;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.settings.Secret;
import onsale.queue.line.LineHead;
import onsale.queue.line.Place;
import onsale.queue.line.Receipt;
import onsale.queue.snapshot.Snapshot;
import onsale.queue.status.QueueAnswer;
import onsale.queue.status.QueueAnswerJson;

/** A poll without the front: verifies a receipt, finds its place in a snapshot, answers. */
final class StatusPoll {

    private final Passes passes =
            new Passes(
                    PassKeys.of(new PassSettings(List.of()), new Secret("bench")),
                    Clock.systemUTC());
    private final Snapshot snapshot;
    private final String receipt;

    StatusPoll(int waiting) {
        snapshot = snapshot(waiting);
        receipt =
                new Receipt(
                                UUID.randomUUID(),
                                UUID.randomUUID(),
                                UUID.randomUUID(),
                                Place.of(1, waiting * 9L / 10))
                        .issue(passes, Instant.now().plus(1, ChronoUnit.DAYS));
    }

    HotAnswer run() {
        Receipt read = Receipt.read(passes, receipt);
        if (read == null || snapshot.state(read.place()) != Snapshot.State.WAITING) {
            throw new IllegalStateException("not waiting");
        }
        snapshot.seen(read.place(), 1);
        long ahead = snapshot.ahead(read.place());
        return QueueAnswerJson.hot(QueueAnswer.Waiting.in(snapshot, read.place(), ahead, null));
    }

    private static Snapshot snapshot(int waiting) {
        LineHead head = new LineHead(1, 1, waiting, 0, 100, 0, 0, 10, 1_000, false, 0, 0, 100);
        return Snapshot.of(head, new long[0], List.of())
                .with(LineHead.at(1, 1, 0), 0, List.of())
                .with(head, 12.5, List.of());
    }

    /** Bytes of the heap that a line of so many fans takes, for each of them. */
    static double bytesPerFan(int waiting) {
        Runtime runtime = Runtime.getRuntime();
        Object[] kept = new Object[8];
        System.gc();
        long before = runtime.totalMemory() - runtime.freeMemory();
        for (int i = 0; i < kept.length; i++) {
            kept[i] = snapshot(waiting);
        }
        System.gc();
        long after = runtime.totalMemory() - runtime.freeMemory();
        if (kept[0] == null) {
            throw new IllegalStateException();
        }
        return (after - before) / (double) kept.length / waiting;
    }
}
