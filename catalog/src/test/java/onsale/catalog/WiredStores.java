package onsale.catalog;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import onsale.catalog.event.EventStore;
import onsale.catalog.layout.LayoutStore;
import onsale.catalog.publishing.ConsumerStore;
import onsale.catalog.publishing.PublicationStore;
import onsale.catalog.publishing.PublishChanges;
import onsale.catalog.publishing.PublishSchedule;
import onsale.catalog.publishing.TellSchedulesAgain;
import onsale.catalog.schedule.ScheduleStore;
import onsale.catalog.search.EventListStore;
import onsale.catalog.seat.SeatSaleStore;
import onsale.catalog.seat.SeatStore;
import onsale.catalog.venue.HallStore;
import onsale.catalog.venue.VenueStore;
import onsale.catalog.words.EventWords;
import onsale.contracts.Topic;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Topics;
import onsale.testkit.Stores;
import org.apache.kafka.clients.admin.Admin;

/** The stores, messages and jobs of the catalogue, wired as in production on real servers. */
public abstract class WiredStores {

    public static final CalendarSettings CALENDAR = new CalendarSettings("Asia/Seoul");

    private static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(500),
                    500,
                    Duration.ofSeconds(5),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    public final Database database;
    public final EventWords eventWords;
    public final VenueStore venueStore;
    public final EventStore eventStore;
    public final EventListStore eventListStore;
    public final ScheduleStore scheduleStore;
    public final SeatStore seatStore;
    public final SeatSaleStore seatSaleStore;
    public final LayoutStore layoutStore;
    public final ConsumerStore consumers;
    public final TellSchedulesAgain tellSchedulesAgain;
    public final ContextMessages messages;
    final Ids ids;
    final HallStore hallStore;
    final Jobs jobs;
    final PublishSchedule publish;
    final PublishChanges changes;

    WiredStores(Stores stores, CatalogSettings settings, Clock clock) {
        CatalogModule module = new CatalogModule();
        ids = new Ids(clock, new SecureRandom());
        database = stores.database(CatalogModule.SCHEMA);
        eventWords = module.eventWords(database);
        venueStore = module.venueStore(database, eventWords);
        hallStore = module.hallStore(database);
        eventStore = module.eventStore(database, CALENDAR, eventWords);
        eventListStore = module.eventListStore(database, CALENDAR);
        scheduleStore = module.scheduleStore(database, CALENDAR);
        seatStore = module.seatStore(database);
        seatSaleStore = module.seatSaleStore(database);
        layoutStore = module.layoutStore(database);
        PublicationStore publications = module.publicationStore(database);
        consumers = module.consumerStore(database, settings);
        try (Admin admin = admin(stores)) {
            Topics.create(admin, stores.kafkaSettings(), Topic.ALL, 3);
        }
        jobs =
                module.catalogJobs(
                        database,
                        scheduleStore,
                        eventStore,
                        module.posterStore(database),
                        eventWords,
                        settings);
        messages =
                module.catalogMessages(
                        database,
                        ids,
                        stores.messageKeys(),
                        stores.kafkaSettings(),
                        MESSAGING,
                        jobs,
                        seatSaleStore,
                        consumers);
        publish = module.publishSchedule(messages, publications, seatStore, layoutStore, consumers);
        changes = module.publishChanges(publications, publish);
        tellSchedulesAgain = new TellSchedulesAgain(database, publications, consumers, publish);
    }

    private static Admin admin(Stores stores) {
        return Admin.create(stores.kafkaSettings().clientWith(Map.of()));
    }
}
