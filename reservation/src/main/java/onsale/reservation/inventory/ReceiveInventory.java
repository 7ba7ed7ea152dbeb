package onsale.reservation.inventory;

import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over schedules and their seats from the catalogue, and answers what it has, so that the
 * catalogue tells again what is missing. Chunks may be lost, doubled, late or of an older version:
 * seats go on sale only when all of a version have come and their hash is the one announced, and a
 * version never replaces a newer one. Runs inside the transaction of the message.
 */
public final class ReceiveInventory {

    private static final int NONE = 0;
    private static final Logger LOG = LoggerFactory.getLogger(ReceiveInventory.class);

    private final ScheduleStore schedules;
    private final ArrivingInventoryStore inventories;
    private final Outbox outbox;

    public ReceiveInventory(
            ScheduleStore schedules, ArrivingInventoryStore inventories, Outbox outbox) {
        this.schedules = schedules;
        this.inventories = inventories;
        this.outbox = outbox;
    }

    public void published(SchedulePublished told) {
        schedules.publish(told);
        answer(told.scheduleId(), NONE);
    }

    public void cancelled(ScheduleCancelled told) {
        schedules.cancel(told);
        answer(told.scheduleId(), NONE);
    }

    public void chunkArrived(InventoryChunk chunk) {
        if (chunk.inventoryVersion() > inventories.lockVersion(chunk.scheduleId())) {
            inventories.add(chunk);
            inventories
                    .ready(chunk.scheduleId(), chunk.inventoryVersion())
                    .ifPresent(complete -> answer(chunk.scheduleId(), switchTo(complete)));
        }
    }

    public void announced(InventoryComplete complete) {
        int declined = NONE;
        if (complete.inventoryVersion() > inventories.lockVersion(complete.scheduleId())) {
            inventories.announce(complete);
            declined =
                    inventories
                            .ready(complete.scheduleId(), complete.inventoryVersion())
                            .map(this::switchTo)
                            .orElse(NONE);
        }
        answer(complete.scheduleId(), declined);
    }

    /** Puts a version on sale. Returns it if it will never be, however often it is told; else 0. */
    private int switchTo(InventoryComplete complete) {
        UUID id = complete.scheduleId();
        int version = complete.inventoryVersion();
        if (!inventories.hash(id, version).equals(complete.hash())) {
            LOG.error(
                    "The seats of schedule {} (version {}) are not those announced: not on sale",
                    id,
                    version);
            inventories.discard(complete); // it may be right when it is told again
            return NONE;
        }
        if (inventories.lockVersion(id) > 0 && inventories.hasActiveSeats(id)) {
            LOG.error(
                    "New seats of schedule {} (version {}) came after seats were taken: ignored",
                    id,
                    version);
            inventories.discard(complete);
            return version;
        }
        inventories.switchTo(complete);
        return NONE;
    }

    private void answer(UUID scheduleId, int declined) {
        outbox.record(
                new Outgoing(
                        Topic.SCHEDULE_HEARD,
                        scheduleId.toString(),
                        schedules.heard(scheduleId, declined)));
    }
}
