package onsale.reservation;

import java.util.List;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.Passes;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;

/** The parts of this context and how they hang together. */
final class Reservations implements AutoCloseable {

    /** Effects of messages are remembered under this name: never change it. */
    private static final String GROUP = "reservation";

    final ContextMessages messages;
    final InventoryStore inventoryStore;
    final Schedules schedules;
    final ReservationStore store;
    final SeatGate gate;
    final Endings endings;
    final HoldSeats holdSeats;
    final ChangeReservation change;
    final Verdicts verdicts;
    final Reconcile reconcile;
    final SeatSync seatSync;
    final SeatMaps maps;
    final SeatsRead seatsRead;

    Reservations(
            Database database,
            Jobs jobs,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging,
            ReservationSettings settings,
            Redis redis,
            Passes passes) {
        Lua lua = new Lua(redis);
        messages = new ContextMessages(database, ids::next, kafka, messaging, jobs);
        Outbox outbox = messages.outbox();
        inventoryStore = new InventoryStore(database);
        schedules = new Schedules(inventoryStore);
        store = new ReservationStore(database);
        gate = new SeatGate(lua);
        endings = new Endings(database, store, outbox, schedules, gate);
        holdSeats =
                new HoldSeats(
                        schedules,
                        gate,
                        new HoldStore(database),
                        store,
                        endings,
                        outbox,
                        ids::next);
        change =
                new ChangeReservation(
                        database, store, endings, schedules, gate, outbox, passes, ids::next);
        verdicts = new Verdicts(store, endings, outbox, schedules, gate, passes);
        reconcile = new Reconcile(inventoryStore, schedules, store, gate, lua);
        seatSync = new SeatSync(database, inventoryStore, schedules, store, outbox);
        maps = new SeatMaps(schedules, gate, store, database, settings.mapEvery());
        seatsRead = new SeatsRead(schedules, maps, passes);
        messages.consume(GROUP, List.of(Topic.CATALOG_EVENTS, Topic.PAYMENT_EVENTS), handlers());
    }

    private Handlers handlers() {
        Inventory inventory = new Inventory(inventoryStore);
        return new Handlers()
                .on(SchedulePublished.class, inventoryStore::publish)
                .on(InventoryChunk.class, inventory::arrived)
                .on(InventoryComplete.class, inventory::announced)
                .on(ScheduleCancelled.class, inventoryStore::cancel)
                .on(OrderPaid.class, verdicts::paid)
                .on(OrderClosed.class, verdicts::closed);
    }

    @Override
    public void close() {
        maps.close();
    }
}
