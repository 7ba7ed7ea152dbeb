package onsale.queue;

import java.util.List;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatsSold;
import onsale.contracts.Topic;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.queue.admission.EndTurn;
import onsale.queue.sale.SaleStore;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Handles what the catalogue and reservation tell. */
final class QueueMessages {

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = Context.QUEUE;

    private final SaleStore sales;
    private final EndTurn endTurn;
    private final Outbox outbox;

    QueueMessages(SaleStore sales, EndTurn endTurn, Outbox outbox) {
        this.sales = sales;
        this.endTurn = endTurn;
        this.outbox = outbox;
    }

    void consume(ContextMessages messages) {
        messages.consume(
                GROUP,
                List.of(Topic.CATALOG_EVENTS, Topic.RESERVATION_EVENTS, Topic.SEAT_SYNC),
                handlers());
    }

    private Handlers handlers() {
        return new Handlers()
                .on(
                        SchedulePublished.class,
                        told -> {
                            sales.publish(told);
                            heard(told.scheduleId());
                        })
                .on(
                        ScheduleCancelled.class,
                        told -> {
                            sales.cancel(told);
                            heard(told.scheduleId());
                        })
                .on(
                        InventoryComplete.class,
                        told -> {
                            sales.inventoryComplete(told);
                            heard(told.scheduleId());
                        })
                .on(SeatsSold.class, sales::compared)
                .on(ReservationConfirmed.class, this::confirmed)
                .on(ReservationCancelled.class, this::cancelled);
    }

    /** Acknowledges what was heard of a schedule: the catalogue sends again what is missing. */
    private void heard(UUID scheduleId) {
        outbox.record(
                new Outgoing(Topic.SCHEDULE_HEARD, scheduleId.toString(), sales.heard(scheduleId)));
    }

    /** A purchase ends its turn: once that is committed, the next fan is called. */
    void confirmed(ReservationConfirmed told) {
        sales.sold(told.eventScheduleId(), told.seatIds().size());
        endTurn.paid(told).ifPresent(turn -> afterCommit(() -> endTurn.release(turn)));
    }

    private void cancelled(ReservationCancelled told) {
        if (told.wasConfirmed()) {
            sales.sold(told.eventScheduleId(), -told.seatIds().size());
        }
    }

    private static void afterCommit(Runnable what) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        what.run();
                    }
                });
    }
}
