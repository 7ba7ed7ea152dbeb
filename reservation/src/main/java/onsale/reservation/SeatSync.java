package onsale.reservation;

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

/**
 * Tells the catalogue who has which seats, so that its copy agrees with the rows even if a message
 * was given up on the way. The third part of the reconcile: {@link Reconcile} sees to the gate.
 */
final class SeatSync {

    /** A message of so many sales is well below what a message may have. */
    private static final int SEATS_AT_ONCE = 2_000;

    private static final int SCHEDULES_MAX = 200;

    private final Database database;
    private final InventoryStore inventory;
    private final Schedules schedules;
    private final ReservationStore reservations;
    private final Outbox outbox;

    SeatSync(
            Database database,
            InventoryStore inventory,
            Schedules schedules,
            ReservationStore reservations,
            Outbox outbox) {
        this.database = database;
        this.inventory = inventory;
        this.schedules = schedules;
        this.reservations = reservations;
        this.outbox = outbox;
    }

    void tellAll(Lease lease) {
        for (UUID id : inventory.onSale(SCHEDULES_MAX)) {
            if (!lease.stillMine()) {
                return;
            }
            schedules.find(id).ifPresent(this::tell);
        }
    }

    void tell(Schedule schedule) {
        database.inTransaction(() -> {
            ReservationStore.Sold sold = reservations.sold(schedule.id());
            Map<Integer, List<SeatsSold.Sale>> parts =
                    sold.sales().stream()
                            .collect(Collectors.groupingBy(sale -> sale.ordinal() / SEATS_AT_ONCE));
            for (int from = 0; from < schedule.seatCount(); from += SEATS_AT_ONCE) {
                int until = Math.min(from + SEATS_AT_ONCE, schedule.seatCount());
                List<SeatsSold.Sale> sales = parts.getOrDefault(from / SEATS_AT_ONCE, List.of());
                outbox.record(
                        new Outgoing(
                                Topic.SEAT_SYNC,
                                schedule.id().toString(),
                                new SeatsSold(schedule.id(), from, until, sold.asOf(), sales)));
            }
        });
    }
}
