package onsale.catalog;

import java.time.Clock;
import onsale.catalog.event.CancelEvent;
import onsale.catalog.event.CreateEvent;
import onsale.catalog.event.DeleteEvent;
import onsale.catalog.event.EventViews;
import onsale.catalog.event.OpenEvent;
import onsale.catalog.event.UpdateEvent;
import onsale.catalog.schedule.CancelSchedule;
import onsale.catalog.schedule.CreateSchedule;
import onsale.catalog.schedule.DeleteSchedule;
import onsale.catalog.schedule.RenewInventory;
import onsale.catalog.schedule.UpdateSchedule;
import onsale.catalog.venue.CreateHall;
import onsale.catalog.venue.DeleteHall;
import onsale.catalog.venue.UpdateHall;
import onsale.catalog.venue.Venues;
import onsale.testkit.Stores;

/** The use cases of organisers, wired as in production. */
public abstract class WiredUseCases extends WiredStores {

    public final Venues venues;
    public final CreateHall createHall;
    public final UpdateHall updateHall;
    public final DeleteHall deleteHall;
    public final CreateEvent createEvent;
    public final UpdateEvent updateEvent;
    public final OpenEvent openEvent;
    public final CancelEvent cancelEvent;
    public final DeleteEvent deleteEvent;
    public final CreateSchedule createSchedule;
    public final UpdateSchedule updateSchedule;
    public final CancelSchedule cancelSchedule;
    public final DeleteSchedule deleteSchedule;
    public final RenewInventory renewInventory;

    WiredUseCases(Stores stores, CatalogSettings settings, Clock clock) {
        super(stores, settings, clock);
        OrganiserWiring organiser = new OrganiserWiring();
        venues = organiser.venues(database, ids, venueStore, changes);
        createHall = organiser.createHall(database, ids, venueStore, hallStore);
        updateHall = organiser.updateHall(database, venueStore, hallStore, changes);
        deleteHall = organiser.deleteHall(database, venueStore, hallStore);
        createSchedule =
                organiser.createSchedule(
                        database,
                        ids,
                        hallStore,
                        eventStore,
                        scheduleStore,
                        seatStore,
                        layoutStore,
                        publish,
                        CALENDAR);
        updateSchedule =
                organiser.updateSchedule(database, eventStore, scheduleStore, publish, CALENDAR);
        cancelSchedule = organiser.cancelSchedule(database, eventStore, scheduleStore, publish);
        deleteSchedule =
                organiser.deleteSchedule(
                        database, eventStore, scheduleStore, seatSaleStore, cancelSchedule);
        renewInventory = organiser.renewInventory(database, eventStore, scheduleStore, publish);
        EventViews views = organiser.eventViews(eventStore, scheduleStore);
        createEvent = organiser.createEvent(database, ids, hallStore, eventStore, views);
        updateEvent =
                organiser.updateEvent(
                        database, hallStore, eventStore, scheduleStore, seatStore, changes, views);
        openEvent = organiser.openEvent(database, eventStore, changes, views);
        cancelEvent = organiser.cancelEvent(database, eventStore, cancelSchedule, views);
        deleteEvent = organiser.deleteEvent(database, eventStore, scheduleStore, deleteSchedule);
    }
}
