package onsale.catalog;

import java.time.Duration;
import java.util.List;
import onsale.contracts.Topic;
import onsale.platform.DemoData;
import onsale.platform.Ids;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessagingSettings;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wiring of the catalog context: everything another module needs to know of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CatalogSettings.class)
@Import({VenueAdminController.class, EventAdminController.class, CatalogController.class})
public class CatalogModule {

    public static final ContextSchema SCHEMA = new ContextSchema("event_service", "event_svc_user");

    private static final Duration STATES_LEASE = Duration.ofSeconds(30);

    @Bean
    Database catalogDatabase(Databases databases) {
        return databases.open(SCHEMA);
    }

    @Bean
    VenueStore venueStore(@Qualifier("catalogDatabase") Database database) {
        return new VenueStore(database);
    }

    @Bean
    EventStore eventStore(
            @Qualifier("catalogDatabase") Database database, CatalogSettings settings) {
        return new EventStore(database, settings);
    }

    @Bean
    ScheduleStore scheduleStore(
            @Qualifier("catalogDatabase") Database database, CatalogSettings settings) {
        return new ScheduleStore(database, settings);
    }

    @Bean
    SeatStore seatStore(@Qualifier("catalogDatabase") Database database) {
        return new SeatStore(database);
    }

    @Bean
    Layouts layouts(ScheduleStore schedules) {
        return new Layouts(schedules::visibleLayout, System::nanoTime);
    }

    @Bean
    Jobs catalogJobs(
            @Qualifier("catalogDatabase") Database database,
            ScheduleStore schedules,
            EventStore events,
            CatalogSettings settings) {
        Jobs jobs = new Jobs(database);
        jobs.every(
                "move-states-on",
                settings.statesEvery(),
                STATES_LEASE,
                lease -> {
                    schedules.moveOn();
                    events.endThoseOver();
                });
        return jobs;
    }

    @Bean
    ContextMessages catalogMessages(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            KafkaSettings kafka,
            MessagingSettings messaging,
            @Qualifier("catalogJobs") Jobs jobs,
            SeatStore seats) {
        return new ContextMessages(database, ids::next, kafka, messaging, jobs)
                .consume(
                        SoldSeats.GROUP,
                        List.of(Topic.RESERVATION_EVENTS, Topic.SEAT_SYNC),
                        new SoldSeats(seats).handlers());
    }

    @Bean
    Publisher publisher(
            @Qualifier("catalogMessages") ContextMessages messages,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats) {
        return new Publisher(messages.outbox(), events, schedules, seats);
    }

    @Bean
    Schedules schedules(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            VenueStore venues,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats,
            Publisher publisher,
            CatalogSettings settings) {
        return new Schedules(database, ids, venues, events, schedules, seats, publisher, settings);
    }

    @Bean
    Events events(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            VenueStore venues,
            EventStore events,
            SeatStore seats,
            Schedules schedules) {
        return new Events(database, ids, venues, events, seats, schedules);
    }

    @Bean
    Venues venues(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            VenueStore venues,
            Schedules schedules) {
        return new Venues(database, ids, venues, schedules);
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> demo(
            DemoData demo,
            @Qualifier("catalogDatabase") Database database,
            Venues venues,
            Events events,
            Schedules schedules,
            CatalogSettings settings) {
        return ready -> {
            if (demo.wanted()) {
                new Demo(database, venues, events, schedules, settings).createInBackground();
            }
        };
    }
}
