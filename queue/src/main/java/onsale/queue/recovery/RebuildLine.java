package onsale.queue.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Gatherers;
import onsale.platform.job.Lease;
import onsale.platform.redis.Recovery;
import onsale.queue.admission.Turn;
import onsale.queue.admission.TurnStore;
import onsale.queue.line.Place;
import onsale.queue.sale.Sale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds a line that Redis has lost, or makes the first one, in a new epoch. Places of the new
 * epoch are behind all old ones. The epoch begins before the rows are read: turns of the old epoch
 * that are not committed by then never will be. A recovery that begins later makes this one void.
 */
public final class RebuildLine {

    private static final int AT_ONCE = 500;
    private static final int PAGE = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(RebuildLine.class);

    private final LineRecovery line;
    private final RecoveryStore store;
    private final TurnStore turns;
    private final RecoveryMetrics metrics;
    private final Duration returnWithin;

    /**
     * @param returnWithin how long fans have to come back before the next one is called
     */
    public RebuildLine(
            LineRecovery line,
            RecoveryStore store,
            TurnStore turns,
            RecoveryMetrics metrics,
            Duration returnWithin) {
        this.line = line;
        this.store = store;
        this.turns = turns;
        this.metrics = metrics;
        this.returnWithin = returnWithin;
    }

    public void run(Sale sale, Lease lease) {
        UUID id = sale.id();
        LossCause cause = line.cause(id);
        Recovery recovery = line.begin(id);
        Optional<Integer> begun = store.beginEpoch(sale);
        if (begun.isEmpty()) {
            return; // another node recovers this line
        }
        int epoch = begun.get();
        boolean isFirst = epoch == 1;
        OptionalLong expected = store.lastCount(id);
        if (!isFirst) {
            store.lost(id, epoch, cause, expected);
            metrics.lost(cause);
            LOG.warn("Redis has lost the line of schedule {} ({}): epoch {}", id, cause, epoch);
        }
        Duration window = isFirst ? Duration.ZERO : returnWithin;
        if (!line.refillFirst(sale, recovery, epoch, window, expected.orElse(-1))) {
            return;
        }
        List<Turn> inside = turns.active(id);
        if (!refillInside(id, recovery, inside, lease) || !refillGone(id, recovery, epoch, lease)) {
            return;
        }
        store.opening(id, epoch);
        if (recovery.complete()) {
            LOG.info(
                    "The line of schedule {} is open: epoch {}, {} inside",
                    id,
                    epoch,
                    inside.size());
        }
    }

    private boolean refillInside(UUID id, Recovery recovery, List<Turn> inside, Lease lease) {
        return inside.stream()
                .gather(Gatherers.windowFixed(AT_ONCE))
                .allMatch(some -> lease.stillMine() && line.refillInside(id, recovery, some));
    }

    private boolean refillGone(UUID id, Recovery recovery, int epoch, Lease lease) {
        long after = 0;
        List<Long> places;
        do {
            places = store.usedPlaces(id, after, epoch, PAGE);
            Map<Integer, List<Long>> byEpoch = new HashMap<>();
            for (long place : places) {
                byEpoch.computeIfAbsent(Place.epoch(place), e -> new ArrayList<>()).add(place);
                after = place;
            }
            for (Map.Entry<Integer, List<Long>> some : byEpoch.entrySet()) {
                if (!line.refillGone(id, recovery, some.getKey(), some.getValue())) {
                    return false;
                }
            }
        } while (places.size() == PAGE && lease.stillMine());
        return places.size() < PAGE;
    }
}
