package onsale.catalog;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.catalog.cache.CatalogCaches;
import onsale.catalog.event.EventStore;
import onsale.catalog.layout.LayoutCache;
import onsale.catalog.layout.LayoutController;
import onsale.catalog.layout.LayoutStore;
import onsale.catalog.page.ShowPages;
import onsale.catalog.page.ShowStore;
import onsale.catalog.page.Sitemap;
import onsale.catalog.poster.PosterStore;
import onsale.catalog.publishing.ConsumerStore;
import onsale.catalog.publishing.PublicationStore;
import onsale.catalog.publishing.PublishChanges;
import onsale.catalog.publishing.PublishSchedule;
import onsale.catalog.publishing.TellSchedulesAgain;
import onsale.catalog.schedule.ScheduleStore;
import onsale.catalog.search.EventListController;
import onsale.catalog.search.EventListStore;
import onsale.catalog.search.SearchEvents;
import onsale.catalog.search.SuggestionController;
import onsale.catalog.search.SuggestionStore;
import onsale.catalog.search.Suggestions;
import onsale.catalog.seat.SeatSaleStore;
import onsale.catalog.seat.SeatStore;
import onsale.catalog.seat.SoldSeats;
import onsale.catalog.venue.HallStore;
import onsale.catalog.venue.VenueStore;
import onsale.catalog.words.EventWords;
import onsale.contracts.Context;
import onsale.contracts.Topic;
import onsale.platform.CalendarSettings;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.integrity.ContextIntegrity;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.StaleOutbox;
import onsale.platform.warmup.WarmUp;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Wires the catalogue: its database, stores, messages and jobs. {@link OrganiserWiring} adds what
 * organisers do.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({CatalogSettings.class, PageSettings.class})
@Import({
    OrganiserWiring.class,
    EventListController.class,
    SuggestionController.class,
    LayoutController.class
})
public class CatalogModule {

    public static final ContextSchema SCHEMA = new ContextSchema("event_service", "event_svc_user");

    private static final Duration STATES_LEASE = Duration.ofSeconds(30);
    private static final Duration POSTERS_EVERY = Duration.ofHours(1);
    private static final Duration WORDS_EVERY = Duration.ofSeconds(30);

    /** Requests about a show that does not exist. */
    @Bean
    WarmUp catalogWarmUp(Ids ids) {
        UUID none = ids.next();
        return new WarmUp() {
            @Override
            public List<Call> calls() {
                return List.of(
                        new WarmUp.Call("GET", "/api/events?size=5", null),
                        new WarmUp.Call("GET", "/api/events/" + none, null),
                        new WarmUp.Call("GET", "/api/schedules/" + none, null));
            }
        };
    }

    @Bean
    Database catalogDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    ContextIntegrity catalogIntegrity(@Qualifier("catalogDatabase") Database database) {
        return ContextIntegrity.of(StaleOutbox.repair(database));
    }

    // ---- stores

    @Bean
    EventWords eventWords(@Qualifier("catalogDatabase") Database database) {
        return new EventWords(database);
    }

    @Bean
    VenueStore venueStore(@Qualifier("catalogDatabase") Database database, EventWords words) {
        return new VenueStore(database, words);
    }

    @Bean
    HallStore hallStore(@Qualifier("catalogDatabase") Database database) {
        return new HallStore(database);
    }

    @Bean
    EventStore eventStore(
            @Qualifier("catalogDatabase") Database database,
            CalendarSettings calendar,
            EventWords words) {
        return new EventStore(database, calendar, words);
    }

    @Bean
    EventListStore eventListStore(
            @Qualifier("catalogDatabase") Database database, CalendarSettings calendar) {
        return new EventListStore(database, calendar);
    }

    @Bean
    ScheduleStore scheduleStore(
            @Qualifier("catalogDatabase") Database database, CalendarSettings calendar) {
        return new ScheduleStore(database, calendar);
    }

    @Bean
    SeatStore seatStore(@Qualifier("catalogDatabase") Database database) {
        return new SeatStore(database);
    }

    @Bean
    SeatSaleStore seatSaleStore(@Qualifier("catalogDatabase") Database database) {
        return new SeatSaleStore(database);
    }

    @Bean
    LayoutStore layoutStore(@Qualifier("catalogDatabase") Database database) {
        return new LayoutStore(database);
    }

    @Bean
    LayoutCache layoutCache(LayoutStore layouts) {
        return new LayoutCache(layouts::visible, System::nanoTime);
    }

    @Bean
    PosterStore posterStore(@Qualifier("catalogDatabase") Database database) {
        return new PosterStore(database);
    }

    @Bean
    PublicationStore publicationStore(@Qualifier("catalogDatabase") Database database) {
        return new PublicationStore(database);
    }

    @Bean
    ConsumerStore consumerStore(
            @Qualifier("catalogDatabase") Database database, CatalogSettings settings) {
        return new ConsumerStore(
                database, settings.tellAgainAfter(), settings.tellAgainAtLeastEvery());
    }

    // ---- search

    @Bean
    CatalogCaches catalogCaches(MeterRegistry metrics) {
        return new CatalogCaches(metrics);
    }

    @Bean
    Suggestions suggestions(
            @Qualifier("catalogDatabase") Database database, CalendarSettings calendar) {
        return new Suggestions(new SuggestionStore(database, calendar)).start();
    }

    @Bean
    SearchEvents searchEvents(EventListStore events, Suggestions suggestions) {
        return new SearchEvents(events, suggestions);
    }

    // ---- public pages

    @Bean
    ShowPages showPages(
            @Qualifier("catalogDatabase") Database database,
            CalendarSettings calendar,
            PageSettings settings) {
        return new ShowPages(
                        new ShowStore(database, calendar),
                        settings.publicUrl(),
                        calendar.zone(),
                        ShowPages.builtPage())
                .start();
    }

    @Bean
    Sitemap sitemap(ShowPages pages) {
        return new Sitemap(pages);
    }

    // ---- jobs and messages

    @Bean
    Jobs catalogJobs(
            @Qualifier("catalogDatabase") Database database,
            ScheduleStore schedules,
            EventStore events,
            PosterStore posters,
            EventWords words,
            CatalogSettings settings) {
        Jobs jobs = new Jobs(database);
        jobs.every(
                "move-states-on",
                settings.statesEvery(),
                STATES_LEASE,
                lease -> {
                    schedules.storeStates();
                    events.storeEnded();
                });
        jobs.every("forget-posters", POSTERS_EVERY, STATES_LEASE, lease -> posters.forgetUnused());
        jobs.every("index-events", WORDS_EVERY, STATES_LEASE, lease -> words.indexMissing());
        return jobs;
    }

    @Bean
    ContextMessages catalogMessages(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging,
            @Qualifier("catalogJobs") Jobs jobs,
            SeatSaleStore sales,
            ConsumerStore consumers) {
        return new ContextMessages(
                        database, ids::next, keys.of(Context.CATALOG), kafka, messaging, jobs)
                .consume(
                        SoldSeats.GROUP,
                        List.of(Topic.RESERVATION_EVENTS, Topic.SEAT_SYNC, Topic.SCHEDULE_HEARD),
                        TellSchedulesAgain.addTo(new SoldSeats(sales).handlers(), consumers));
    }

    @Bean
    PublishSchedule publishSchedule(
            @Qualifier("catalogMessages") ContextMessages messages,
            PublicationStore publications,
            SeatStore seats,
            LayoutStore layouts,
            ConsumerStore consumers) {
        return new PublishSchedule(messages.outbox(), publications, seats, layouts, consumers);
    }

    @Bean
    PublishChanges publishChanges(PublicationStore publications, PublishSchedule publish) {
        return new PublishChanges(publications, publish);
    }

    @Bean
    TellSchedulesAgain tellSchedulesAgain(
            @Qualifier("catalogDatabase") Database database,
            @Qualifier("catalogJobs") Jobs jobs,
            PublicationStore publications,
            ConsumerStore consumers,
            PublishSchedule publish) {
        TellSchedulesAgain tellAgain =
                new TellSchedulesAgain(database, publications, consumers, publish);
        tellAgain.start(jobs);
        return tellAgain;
    }
}
