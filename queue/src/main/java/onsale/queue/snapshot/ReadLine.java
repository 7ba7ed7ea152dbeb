package onsale.queue.snapshot;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import onsale.queue.line.LineHead;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineReader.Changes;
import onsale.queue.line.LineReader.Page;

/** Reads a whole line from Redis: its pages, then the changes since the first of them. */
final class ReadLine {

    private static final int PAGE = 5_000;
    private static final int ATTEMPTS = 5;

    private final LineReader reader;

    ReadLine(LineReader reader) {
        this.reader = reader;
    }

    /** Empty while the line is restoring, or if it changes faster than it can be read. */
    Optional<Snapshot> run(UUID scheduleId) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Page> first = reader.page(scheduleId, 0, PAGE);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            Page start = first.get();
            long[] places = places(scheduleId, start);
            switch (reader.changesSince(scheduleId, start.version())) {
                case Changes.LineRestoring _ -> {
                    return Optional.empty();
                }
                case Changes.TooMany _ -> {} // read again
                case Changes.Since since when since.head().epoch() != start.epoch() -> {}
                case Changes.Since since -> {
                    LineHead atStart = LineHead.at(start.version(), start.epoch(), start.counter());
                    return Optional.of(
                            Snapshot.of(atStart, places, start.active())
                                    .with(since.head(), 0, since.changes()));
                }
            }
        }
        return Optional.empty();
    }

    private long[] places(UUID scheduleId, Page start) {
        long[] places = start.places();
        Optional<Page> page = Optional.of(start);
        while (page.isPresent() && page.get().places().length == PAGE) {
            page = reader.page(scheduleId, places[places.length - 1], PAGE);
            if (page.isPresent()) {
                long[] more = page.get().places();
                int known = places.length;
                places = Arrays.copyOf(places, known + more.length);
                System.arraycopy(more, 0, places, known, more.length);
            }
        }
        return places;
    }
}
