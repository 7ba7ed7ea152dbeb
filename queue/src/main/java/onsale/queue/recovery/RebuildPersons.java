package onsale.queue.recovery;

import java.util.ArrayList;
import java.util.List;
import onsale.platform.job.Lease;
import onsale.queue.admission.TurnStore;
import onsale.queue.line.LineReader;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.PersonBindings.BoundFan;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;

/**
 * Rebuilds the bindings of persons that Redis has lost, from the fans inside and those who wait in
 * lines that Redis still has.
 */
public final class RebuildPersons {

    private static final int PAGE = 5_000;

    /** After this many lines it is looked whether the lease still holds. */
    private static final int AT_ONCE = 500;

    private final PersonBindings persons;
    private final TurnStore turns;
    private final SaleStore sales;
    private final LineReader reader;

    public RebuildPersons(
            PersonBindings persons, TurnStore turns, SaleStore sales, LineReader reader) {
        this.persons = persons;
        this.turns = turns;
        this.sales = sales;
        this.reader = reader;
    }

    void run(Lease lease) {
        List<Integer> lost = persons.lostGroups();
        if (lost.isEmpty() || !lease.stillMine()) {
            return;
        }
        List<BoundFan> known = new ArrayList<>();
        turns.forEachActive(PAGE, turn -> known.add(new BoundFan(turn.scheduleId(), turn.fan())));
        int looked = 0;
        for (Sale sale : sales.current()) {
            reader.forEachWaiting(sale.id(), fan -> known.add(new BoundFan(sale.id(), fan)));
            if (++looked % AT_ONCE == 0 && !lease.stillMine()) {
                return;
            }
        }
        lost.forEach(group -> persons.rebuild(group, known));
    }
}
