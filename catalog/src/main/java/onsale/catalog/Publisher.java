package onsale.catalog;

import java.util.List;
import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;

/**
 * Tells the other contexts what is sold. Everything is recorded in the caller's transaction, in
 * which the schedule's row is locked.
 */
final class Publisher {

    /** Some hundred kilobytes at worst, a tenth of it packed. */
    static final int PLACES_PER_CHUNK = 1_000;

    private final Outbox outbox;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final SeatStore seats;

    Publisher(Outbox outbox, EventStore events, ScheduleStore schedules, SeatStore seats) {
        this.outbox = outbox;
        this.events = events;
        this.schedules = schedules;
        this.seats = seats;
    }

    /** A schedule that others do not know yet: its terms, then its places. */
    void introduce(UUID scheduleId, UUID eventId) {
        tellTerms(scheduleId, eventId);
        tellPlaces(scheduleId);
    }

    void tellTerms(UUID scheduleId, UUID eventId) {
        schedules.nextVersion(scheduleId);
        List<SchedulePublished.Grade> grades =
                events.grades(eventId).stream()
                        .map(grade -> new SchedulePublished.Grade(grade.code(), grade.price()))
                        .toList();
        record(scheduleId, schedules.publication(scheduleId, grades));
    }

    private void tellPlaces(UUID scheduleId) {
        int version = schedules.inventoryVersion(scheduleId);
        List<InventoryChunk.Place> places = seats.inventory(scheduleId);
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        for (int from = 0; from < places.size(); from += PLACES_PER_CHUNK) {
            List<InventoryChunk.Place> part =
                    places.subList(from, Math.min(places.size(), from + PLACES_PER_CHUNK));
            part.forEach(hash::add);
            record(
                    scheduleId,
                    new InventoryChunk(scheduleId, version, from / PLACES_PER_CHUNK, part));
        }
        record(scheduleId, new InventoryComplete(scheduleId, version, places.size(), hash.hex()));
    }

    /** All places once more, under the next version. */
    void tellPlacesAgain(UUID scheduleId) {
        schedules.nextInventory(scheduleId);
        tellPlaces(scheduleId);
    }

    void tellCancelled(UUID scheduleId, UUID eventId, String reason) {
        record(
                scheduleId,
                new ScheduleCancelled(
                        scheduleId, eventId, reason, schedules.cancelledAt(scheduleId)));
    }

    private void record(UUID scheduleId, Object body) {
        outbox.record(new Outgoing(Topic.CATALOG_EVENTS, scheduleId.toString(), body));
    }
}
