package onsale.catalog.event;

import java.util.Optional;
import java.util.UUID;
import onsale.catalog.schedule.ScheduleStore;
import onsale.catalog.schedule.ScheduleView;

/** Reads events with their schedules. */
public final class EventViews {

    private final EventStore events;
    private final ScheduleStore schedules;

    public EventViews(EventStore events, ScheduleStore schedules) {
        this.events = events;
        this.schedules = schedules;
    }

    /** Finds any event that is not deleted, for organisers. */
    public Optional<EventView> find(UUID id) {
        return events.find(id).map(this::withSchedules);
    }

    /** Finds an event that fans may see. */
    Optional<EventView> visible(UUID id) {
        return events.visible(id).map(this::withSchedules);
    }

    private EventView withSchedules(Event event) {
        return EventView.of(
                event, schedules.ofEvent(event.id()).stream().map(ScheduleView::of).toList());
    }
}
