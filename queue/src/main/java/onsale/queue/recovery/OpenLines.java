package onsale.queue.recovery;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.job.Lease;
import onsale.platform.redis.LuaException;
import onsale.queue.line.LineSettings;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleRounds;
import onsale.queue.sale.Sales;

/**
 * Looks after every line: tells it its settings, counts it, and rebuilds it if Redis has lost it or
 * never had it. Then rebuilds the bindings of persons if they are lost.
 */
public final class OpenLines {

    private final Sales sales;
    private final LineSettings settings;
    private final RebuildLine rebuildLine;
    private final RebuildPersons rebuildPersons;
    private final LineCounts counts;
    private final SaleRounds rounds = new SaleRounds();

    public OpenLines(
            Sales sales,
            LineSettings settings,
            RebuildLine rebuildLine,
            RebuildPersons rebuildPersons,
            RecoveryStore store) {
        this.sales = sales;
        this.settings = settings;
        this.rebuildLine = rebuildLine;
        this.rebuildPersons = rebuildPersons;
        this.counts = new LineCounts(store);
    }

    public void run(Lease lease) {
        Map<UUID, Long> waiting = new HashMap<>();
        try {
            rounds.forEachDue(sales.fresh(), sale -> open(sale, lease, waiting));
        } catch (LuaException e) {
            rounds.lookAtAll(); // a server that was away may come back without its data
            throw e;
        } finally {
            counts.write(waiting);
        }
        // This needs every line that is open. Until then nobody enters, and nobody is put back.
        rebuildPersons.run(lease);
    }

    private void open(Sale sale, Lease lease, Map<UUID, Long> waiting) {
        Optional<LineSettings.Told> told = settings.tell(sale);
        told.filter(LineSettings.Told::isCounted)
                .ifPresent(open -> waiting.put(sale.id(), open.waiting()));
        // A line that is open and of an earlier epoch is on a server that was replaced and is back.
        boolean isOpen = told.isPresent() && told.get().epoch() >= sale.epoch();
        rounds.note(sale.id(), !isOpen || told.get().waiting() != 0);
        if (!isOpen && sale.epoch() > 0) {
            rounds.lookAtAll();
        }
        if (!isOpen && lease.stillMine()) {
            rebuildLine.run(sale, lease);
        }
    }
}
