package onsale.reservation;

import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over a schedule's places from the catalogue. Chunks may be lost, doubled, late or of an
 * older version: places go on sale only when all of a version have come and their hash is the one
 * announced, and a version never replaces a newer one. Runs inside the transaction of the message.
 */
final class Inventory {

    private static final Logger LOG = LoggerFactory.getLogger(Inventory.class);

    private final InventoryStore store;

    Inventory(InventoryStore store) {
        this.store = store;
    }

    void arrived(InventoryChunk chunk) {
        if (chunk.inventoryVersion() > store.lockInventory(chunk.scheduleId())) {
            store.addArriving(chunk);
            switchIfReady(chunk.scheduleId(), chunk.inventoryVersion());
        }
    }

    void announced(InventoryComplete complete) {
        if (complete.inventoryVersion() > store.lockInventory(complete.scheduleId())) {
            store.announce(complete);
            switchIfReady(complete.scheduleId(), complete.inventoryVersion());
        }
    }

    private void switchIfReady(UUID scheduleId, int version) {
        store.ready(scheduleId, version).ifPresent(this::switchTo);
    }

    private void switchTo(InventoryComplete complete) {
        UUID id = complete.scheduleId();
        int version = complete.inventoryVersion();
        if (!store.hashOfArriving(id, version).equals(complete.hash())) {
            LOG.error(
                    "The places of schedule {} (version {}) are not those announced: not on sale",
                    id,
                    version);
            store.discard(complete); // told again, it may be right
        } else if (store.lockInventory(id) > 0 && store.hasActiveSeats(id)) {
            LOG.error(
                    "New places of schedule {} (version {}) came after seats were taken: ignored",
                    id,
                    version);
            store.discard(complete);
        } else {
            store.switchTo(complete);
        }
    }
}
