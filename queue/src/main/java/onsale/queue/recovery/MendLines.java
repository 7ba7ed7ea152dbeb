package onsale.queue.recovery;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.platform.job.Lease;
import onsale.queue.admission.EndTurn;
import onsale.queue.admission.LeaveStore;
import onsale.queue.admission.TakeTurn;
import onsale.queue.admission.Turn;
import onsale.queue.admission.TurnStore;
import onsale.queue.line.ActiveFan;
import onsale.queue.line.LineReader;
import onsale.queue.line.LineReader.Page;
import onsale.queue.line.LineTurns;
import onsale.queue.line.PlaceState;
import onsale.queue.sale.SaleRounds;
import onsale.queue.sale.Sales;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares Redis with the turns in PostgreSQL, and makes Redis count those as inside who have a
 * turn, and nobody else.
 */
public final class MendLines {

    /** A turn that was to be taken up longer ago than this, and has no row, will never have one. */
    private static final Duration ROW_WITHIN = TakeTurn.COMMIT_WITHIN.multipliedBy(2);

    private static final int AT_ONCE = 100;
    private static final Logger LOG = LoggerFactory.getLogger(MendLines.class);

    private final Sales sales;
    private final TurnStore turns;
    private final LeaveStore leaves;
    private final LineReader reader;
    private final LineTurns line;
    private final EndTurn endTurn;
    private final SaleRounds rounds = new SaleRounds();

    public MendLines(
            Sales sales,
            TurnStore turns,
            LeaveStore leaves,
            LineReader reader,
            LineTurns line,
            EndTurn endTurn) {
        this.sales = sales;
        this.turns = turns;
        this.leaves = leaves;
        this.reader = reader;
        this.line = line;
        this.endTurn = endTurn;
    }

    public void run(Lease lease) {
        turns.schedulesWithTurns().forEach(id -> rounds.note(id, true));
        Map<UUID, Page> pages = new LinkedHashMap<>();
        rounds.forEachDue(
                sales.known(),
                sale -> {
                    reader.page(sale.id(), 0, 1).ifPresent(page -> pages.put(sale.id(), page));
                    if (pages.size() == AT_ONCE && lease.stillMine()) {
                        mend(pages);
                        pages.clear();
                    }
                });
        if (!pages.isEmpty() && lease.stillMine()) {
            mend(pages);
        }
    }

    /** Mends one line; returns how many of its places were wrong. */
    public int mend(UUID scheduleId) {
        return reader.page(scheduleId, 0, 1).map(page -> mend(Map.of(scheduleId, page))).orElse(0);
    }

    /**
     * Redis was read first: a fan who is inside there, and has no turn in rows that are read later,
     * has lost it.
     */
    private int mend(Map<UUID, Page> pages) {
        Map<UUID, List<Turn>> active =
                turns.active(pages.keySet()).stream()
                        .collect(Collectors.groupingBy(Turn::scheduleId));
        int wrong = 0;
        for (Map.Entry<UUID, Page> one : pages.entrySet()) {
            List<Turn> rows = active.getOrDefault(one.getKey(), List.of());
            rounds.note(one.getKey(), !rows.isEmpty() || !one.getValue().active().isEmpty());
            wrong += mend(one.getKey(), one.getValue(), rows);
        }
        return wrong;
    }

    private int mend(UUID scheduleId, Page page, List<Turn> rows) {
        Map<Long, ActiveFan> active = new HashMap<>();
        page.active().forEach(fan -> active.put(fan.place(), fan));
        int wrong = 0;
        for (Turn turn : rows) {
            ActiveFan found = active.remove(turn.place());
            if (found == null || found.state() != PlaceState.INSIDE) {
                line.confirm(scheduleId, turn.fan(), turn.place());
                wrong++;
            }
        }
        for (ActiveFan found : active.values()) {
            wrong += mendWithoutRow(scheduleId, found, page.nowMillis()) ? 1 : 0;
        }
        if (wrong > 0) {
            LOG.info("{} places of the line of schedule {} were wrong", wrong, scheduleId);
        }
        return wrong;
    }

    private boolean mendWithoutRow(UUID scheduleId, ActiveFan found, long nowMillis) {
        if (found.state() == PlaceState.INSIDE) {
            line.release(scheduleId, found.fan(), found.place());
            return true;
        }
        if (found.state() != PlaceState.TAKING
                || nowMillis - found.takingSinceMillis() <= ROW_WITHIN.toMillis()) {
            return false; // not taken up, or the row can still be committed
        }
        if (leaves.hasLeft(scheduleId, found.place())) {
            endTurn.release(scheduleId, found.fan(), found.place());
        } else {
            line.giveBack(scheduleId, found);
        }
        return true;
    }
}
