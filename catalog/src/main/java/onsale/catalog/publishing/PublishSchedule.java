package onsale.catalog.publishing;

import java.util.List;
import java.util.UUID;
import onsale.catalog.layout.LayoutStore;
import onsale.catalog.seat.SeatStore;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;

/**
 * Records the messages about one schedule. The messages are part of the caller's transaction, in
 * which the caller has locked the schedule's row.
 */
public final class PublishSchedule {

    /** A chunk takes some hundred kilobytes at most, and a tenth of that when compressed. */
    static final int SEATS_PER_CHUNK = 1_000;

    private final Outbox outbox;
    private final PublicationStore publications;
    private final SeatStore seats;
    private final LayoutStore layouts;
    private final ConsumerStore consumers;

    public PublishSchedule(
            Outbox outbox,
            PublicationStore publications,
            SeatStore seats,
            LayoutStore layouts,
            ConsumerStore consumers) {
        this.outbox = outbox;
        this.publications = publications;
        this.seats = seats;
        this.layouts = layouts;
        this.consumers = consumers;
    }

    /** Publishes a schedule that the other contexts do not know yet: its terms, then its seats. */
    public void introduce(UUID scheduleId) {
        publishTerms(scheduleId);
        publishSeats(scheduleId);
    }

    /** Publishes times, prices and texts under the next version. */
    public void publishTerms(UUID scheduleId) {
        publications.countTerms(scheduleId);
        SchedulePublished terms = repeatTerms(scheduleId);
        consumers.toldTerms(scheduleId, terms.version());
    }

    /** Publishes all seats once more, under the next version. */
    public void renewSeats(UUID scheduleId) {
        publications.countInventory(scheduleId);
        publishSeats(scheduleId);
    }

    public void publishCancellation(UUID scheduleId) {
        repeatCancellation(scheduleId);
        consumers.toldCancelled(scheduleId);
    }

    private void publishSeats(UUID scheduleId) {
        int version = repeatSeats(scheduleId, true);
        consumers.toldSeats(scheduleId, version);
    }

    // ---- the same again, under the version they have

    SchedulePublished repeatTerms(UUID scheduleId) {
        SchedulePublished terms = publications.terms(scheduleId);
        record(scheduleId, terms);
        return terms;
    }

    /**
     * Returns the version of the inventory.
     *
     * @param withChunks false sends only the number of seats and their hash
     */
    int repeatSeats(UUID scheduleId, boolean withChunks) {
        int version = publications.inventoryVersion(scheduleId);
        List<InventoryChunk.Seat> all = seats.inventory(scheduleId);
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int from = 0; from < all.size(); from += SEATS_PER_CHUNK) {
            List<InventoryChunk.Seat> part =
                    all.subList(from, Math.min(all.size(), from + SEATS_PER_CHUNK));
            part.forEach(hash::add);
            if (withChunks) {
                record(
                        scheduleId,
                        new InventoryChunk(scheduleId, version, from / SEATS_PER_CHUNK, part));
            }
        }
        record(
                scheduleId,
                new InventoryComplete(
                        scheduleId,
                        version,
                        all.size(),
                        hash.hex(),
                        layouts.find(scheduleId).map(SeatingOf::layout).orElse(null)));
        return version;
    }

    void repeatCancellation(UUID scheduleId) {
        record(scheduleId, publications.cancellation(scheduleId));
    }

    private void record(UUID scheduleId, Object body) {
        outbox.record(new Outgoing(Topic.CATALOG_EVENTS, scheduleId.toString(), body));
    }
}
