package onsale.reservation.inventory;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.contracts.SeatsSold;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.job.Lease;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.inventory.SoldSeatStore.SoldSchedule;

/**
 * Tells the catalogue and the waiting room which seats are sold, so that their copies agree with
 * the rows even if a message was given up on the way.
 */
public final class TellSoldSeats {

    /** A message with this many sales is well below the limit of a message's size. */
    private static final int SEATS_AT_ONCE = 2_000;

    private static final int SCHEDULES_AT_ONCE = 200;
    private static final UUID FIRST = new UUID(0, 0);

    private final Database database;
    private final SoldSeatStore store;
    private final Outbox outbox;

    public TellSoldSeats(Database database, SoldSeatStore store, Outbox outbox) {
        this.database = database;
        this.store = store;
        this.outbox = outbox;
    }

    /** Tells the sold seats of every schedule with sales, as long as the lease is kept. */
    public void tellAll(Lease lease) {
        List<SoldSchedule> page = store.withSales(FIRST, SCHEDULES_AT_ONCE);
        while (!page.isEmpty()) {
            for (SoldSchedule schedule : page) {
                if (!lease.stillMine()) {
                    return;
                }
                tell(schedule.id(), schedule.seatCount());
            }
            page = store.withSales(page.getLast().id(), SCHEDULES_AT_ONCE);
        }
    }

    /** Tells all sold seats of one schedule, in messages of bounded size. */
    public void tell(UUID scheduleId, int seatCount) {
        database.inTransaction(() -> {
            SoldSeatStore.Sold sold = store.sold(scheduleId);
            Map<Integer, List<SeatsSold.Sale>> parts =
                    sold.sales().stream()
                            .collect(Collectors.groupingBy(sale -> sale.ordinal() / SEATS_AT_ONCE));
            for (int from = 0; from < seatCount; from += SEATS_AT_ONCE) {
                int until = Math.min(from + SEATS_AT_ONCE, seatCount);
                List<SeatsSold.Sale> sales = parts.getOrDefault(from / SEATS_AT_ONCE, List.of());
                outbox.record(
                        new Outgoing(
                                Topic.SEAT_SYNC,
                                scheduleId.toString(),
                                new SeatsSold(
                                        scheduleId,
                                        from,
                                        until,
                                        sold.asOf(),
                                        sales,
                                        sold.sales().size())));
            }
        });
    }
}
