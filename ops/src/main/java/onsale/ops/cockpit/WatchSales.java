package onsale.ops.cockpit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.front.StreamEvent;
import onsale.platform.job.Loop;
import onsale.platform.node.NodeReports;
import onsale.platform.node.NodeReports.Reported;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sales that are looked at on this node, read once a second for all who look. A sale that
 * nobody looks at costs nothing.
 */
public final class WatchSales implements AutoCloseable {

    /** Sales beyond this number are read for each request, and have no stream. */
    private static final int WATCHED_MAX = 50;

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);
    private static final String EVENT = "figures";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Logger LOG = LoggerFactory.getLogger(WatchSales.class);

    private final ShowStore shows;
    private final SaleReader reader;
    private final NodeReports reports;
    private final Map<UUID, WatchedSale> watched = new ConcurrentHashMap<>();
    private final Loop loop;

    WatchSales(ShowStore shows, SaleReader reader, NodeReports reports) {
        this.shows = shows;
        this.reader = reader;
        this.reports = reports;
        this.loop =
                new Loop(
                        "watch-sales",
                        () -> {
                            readAll();
                            return EVERY;
                        });
    }

    WatchSales start() {
        loop.start();
        return this;
    }

    /** The sale if this node watches it already. */
    @Nullable WatchedSale known(UUID scheduleId) {
        @Nullable WatchedSale known = watched.get(scheduleId);
        if (known != null) {
            known.asked();
        }
        return known;
    }

    /** Reads the sale if need be, and watches it from now on; empty if there is none. */
    Optional<WatchedSale> find(UUID scheduleId) {
        @Nullable WatchedSale known = known(scheduleId);
        if (known != null) {
            return Optional.of(known);
        }
        return shows.find(scheduleId)
                .map(show -> {
                    SaleFigures figures = reader.read(show, reports.all());
                    WatchedSale fresh = new WatchedSale(show, figures, event(figures));
                    if (watched.size() >= WATCHED_MAX) {
                        return fresh;
                    }
                    @Nullable WatchedSale other = watched.putIfAbsent(scheduleId, fresh);
                    return other == null ? fresh : other;
                });
    }

    List<UUID> watched() {
        return List.copyOf(watched.keySet());
    }

    /** Reads every watched sale once. */
    void readAll() {
        watched.values().removeIf(sale -> sale.isUnwatchedFor(FORGET_AFTER.toNanos()));
        if (watched.isEmpty()) {
            return;
        }
        List<Reported> all = reports.all();
        for (WatchedSale sale : watched.values()) {
            try {
                SaleFigures next = reader.read(sale.show(), all);
                sale.becomes(next, event(next));
            } catch (RuntimeException e) { // the figures grow old, which the page shows
                LOG.warn("The sale {} could not be read: {}", sale.show().scheduleId(), e + "");
            }
        }
    }

    private static StreamEvent event(SaleFigures figures) {
        return StreamEvent.of(EVENT, JSON.writeValueAsString(figures));
    }

    @Override
    public void close() {
        loop.close();
    }
}
