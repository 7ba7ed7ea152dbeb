package onsale.catalog.demo;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import onsale.catalog.event.CreateEvent;
import onsale.catalog.event.OpenEvent;
import onsale.catalog.schedule.CreateSchedule;
import onsale.catalog.venue.CreateHall;
import onsale.catalog.venue.Venues;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills an empty installation with invented venues, shows and people, with sales that are open,
 * open soon or next week, or are over. All of it is one transaction, which begins with inserting
 * the only row of {@code demo_data}. So a node that is killed meanwhile leaves nothing behind, and
 * of two nodes the second waits and finds the data there.
 */
public final class CreateDemoData {

    private static final Logger LOG = LoggerFactory.getLogger(CreateDemoData.class);

    private final Database database;
    private final Venues venues;
    private final CreateHall createHall;
    private final CreateEvent createEvent;
    private final OpenEvent openEvent;
    private final CreateSchedule createSchedule;
    private final CalendarSettings calendar;

    public CreateDemoData(
            Database database,
            Venues venues,
            CreateHall createHall,
            CreateEvent createEvent,
            OpenEvent openEvent,
            CreateSchedule createSchedule,
            CalendarSettings calendar) {
        this.database = database;
        this.venues = venues;
        this.createHall = createHall;
        this.createEvent = createEvent;
        this.openEvent = openEvent;
        this.createSchedule = createSchedule;
        this.calendar = calendar;
    }

    /** Creates the data, or logs why not: nothing else depends on them. */
    public void createOrLog() {
        try {
            if (createOnce()) {
                LOG.info("The demo data are there; start with --no-demo for none.");
            }
        } catch (RuntimeException e) {
            LOG.warn("The demo data could not be created: {}", e.toString());
        }
    }

    /** Returns whether this call created the data. */
    boolean createOnce() {
        return database.inTransaction(() -> {
            boolean mine =
                    database.sql()
                                    .sql(
                                            """
                                            insert into demo_data (only_one) select true
                                            where not exists (select from venues)
                                            on conflict do nothing
                                            """)
                                    .update()
                            == 1;
            if (mine) {
                new DemoShows(organiser(database.now().truncatedTo(ChronoUnit.SECONDS))).create();
            }
            return mine;
        });
    }

    private DemoOrganiser organiser(Instant now) {
        return new DemoOrganiser(
                venues, createHall, createEvent, openEvent, createSchedule, calendar.zone(), now);
    }
}
