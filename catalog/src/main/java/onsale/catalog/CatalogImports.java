package onsale.catalog;

import java.security.SecureRandom;
import java.time.Clock;
import onsale.catalog.event.CreateEvent;
import onsale.catalog.event.EventStore;
import onsale.catalog.event.EventViews;
import onsale.catalog.layout.LayoutStore;
import onsale.catalog.publishing.ConsumerStore;
import onsale.catalog.publishing.PublicationStore;
import onsale.catalog.publishing.PublishChanges;
import onsale.catalog.publishing.PublishSchedule;
import onsale.catalog.schedule.CreateSchedule;
import onsale.catalog.schedule.ScheduleStore;
import onsale.catalog.seat.SeatStore;
import onsale.catalog.transfer.ImportShows;
import onsale.catalog.venue.CreateHall;
import onsale.catalog.venue.HallStore;
import onsale.catalog.venue.VenueStore;
import onsale.catalog.venue.Venues;
import onsale.catalog.words.EventWords;
import onsale.contracts.Context;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.Outbox;

/**
 * The use cases of imports, wired for the command line, beside a running platform or without one.
 */
public final class CatalogImports implements AutoCloseable {

    private final Database database;
    private final ImportShows importShows;

    private CatalogImports(Database database, ImportShows importShows) {
        this.database = database;
        this.importShows = importShows;
    }

    /** Opens the database and migrates its tables if they are old. */
    public static CatalogImports open(
            Databases databases,
            CatalogSettings settings,
            CalendarSettings calendar,
            MessageKeys keys) {
        Database database = databases.open(CatalogModule.SCHEMA);
        Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
        EventWords words = new EventWords(database);
        VenueStore venues = new VenueStore(database, words);
        HallStore halls = new HallStore(database);
        EventStore events = new EventStore(database, calendar, words);
        ScheduleStore schedules = new ScheduleStore(database, calendar);
        SeatStore seats = new SeatStore(database);
        LayoutStore layouts = new LayoutStore(database);
        PublicationStore publications = new PublicationStore(database);
        PublishSchedule publish =
                new PublishSchedule(
                        new Outbox(database, ids::next, keys.of(Context.CATALOG)),
                        publications,
                        seats,
                        layouts,
                        new ConsumerStore(
                                database,
                                settings.tellAgainAfter(),
                                settings.tellAgainAtLeastEvery()));
        return new CatalogImports(
                database,
                new ImportShows(
                        database,
                        ids,
                        new Venues(
                                database, ids, venues, new PublishChanges(publications, publish)),
                        new CreateHall(database, ids, venues, halls),
                        new CreateEvent(
                                database, ids, halls, events, new EventViews(events, schedules)),
                        new CreateSchedule(
                                database, ids, halls, events, schedules, seats, layouts, publish,
                                calendar)));
    }

    public ImportShows shows() {
        return importShows;
    }

    @Override
    public void close() {
        database.close();
    }
}
