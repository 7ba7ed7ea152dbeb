package onsale.catalog;

import onsale.catalog.cache.CatalogCaches;
import onsale.catalog.demo.CreateDemoData;
import onsale.catalog.event.CancelEvent;
import onsale.catalog.event.CreateEvent;
import onsale.catalog.event.DeleteEvent;
import onsale.catalog.event.EventAdminController;
import onsale.catalog.event.EventController;
import onsale.catalog.event.EventStore;
import onsale.catalog.event.EventViews;
import onsale.catalog.event.OpenEvent;
import onsale.catalog.event.UpdateEvent;
import onsale.catalog.layout.LayoutStore;
import onsale.catalog.poster.PosterController;
import onsale.catalog.publishing.PublishChanges;
import onsale.catalog.publishing.PublishSchedule;
import onsale.catalog.schedule.CancelSchedule;
import onsale.catalog.schedule.CreateSchedule;
import onsale.catalog.schedule.DeleteSchedule;
import onsale.catalog.schedule.RenewInventory;
import onsale.catalog.schedule.ScheduleAdminController;
import onsale.catalog.schedule.ScheduleController;
import onsale.catalog.schedule.ScheduleStore;
import onsale.catalog.schedule.UpdateSchedule;
import onsale.catalog.seat.SeatSaleStore;
import onsale.catalog.seat.SeatStore;
import onsale.catalog.venue.CreateHall;
import onsale.catalog.venue.DeleteHall;
import onsale.catalog.venue.HallAdminController;
import onsale.catalog.venue.HallStore;
import onsale.catalog.venue.UpdateHall;
import onsale.catalog.venue.VenueAdminController;
import onsale.catalog.venue.VenueController;
import onsale.catalog.venue.VenueStore;
import onsale.catalog.venue.Venues;
import onsale.platform.CalendarSettings;
import onsale.platform.DemoData;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the use cases of organisers, and the demo data, which are created by them. */
@Configuration(proxyBeanMethods = false)
@Import({
    VenueController.class,
    VenueAdminController.class,
    HallAdminController.class,
    EventController.class,
    EventAdminController.class,
    PosterController.class,
    ScheduleController.class,
    ScheduleAdminController.class
})
class OrganiserWiring {

    @Bean
    OrganiserDesk organiserDesk(
            @Qualifier("catalogDatabase") Database database, CatalogCaches caches) {
        return new OrganiserDesk(database, caches::invalidate);
    }

    // ---- venues

    @Bean
    Venues venues(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            VenueStore venues,
            PublishChanges publish) {
        return new Venues(database, ids, venues, publish);
    }

    @Bean
    CreateHall createHall(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            VenueStore venues,
            HallStore halls) {
        return new CreateHall(database, ids, venues, halls);
    }

    @Bean
    UpdateHall updateHall(
            @Qualifier("catalogDatabase") Database database,
            VenueStore venues,
            HallStore halls,
            PublishChanges publish) {
        return new UpdateHall(database, venues, halls, publish);
    }

    @Bean
    DeleteHall deleteHall(
            @Qualifier("catalogDatabase") Database database, VenueStore venues, HallStore halls) {
        return new DeleteHall(database, venues, halls);
    }

    // ---- schedules

    @Bean
    CreateSchedule createSchedule(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            HallStore halls,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats,
            LayoutStore layouts,
            PublishSchedule publish,
            CalendarSettings calendar) {
        return new CreateSchedule(
                database, ids, halls, events, schedules, seats, layouts, publish, calendar);
    }

    @Bean
    UpdateSchedule updateSchedule(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            ScheduleStore schedules,
            PublishSchedule publish,
            CalendarSettings calendar) {
        return new UpdateSchedule(database, events, schedules, publish, calendar);
    }

    @Bean
    CancelSchedule cancelSchedule(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            ScheduleStore schedules,
            PublishSchedule publish) {
        return new CancelSchedule(database, events, schedules, publish);
    }

    @Bean
    DeleteSchedule deleteSchedule(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            ScheduleStore schedules,
            SeatSaleStore sales,
            CancelSchedule cancelSchedule) {
        return new DeleteSchedule(database, events, schedules, sales, cancelSchedule);
    }

    @Bean
    RenewInventory renewInventory(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            ScheduleStore schedules,
            PublishSchedule publish) {
        return new RenewInventory(database, events, schedules, publish);
    }

    // ---- events

    @Bean
    EventViews eventViews(EventStore events, ScheduleStore schedules) {
        return new EventViews(events, schedules);
    }

    @Bean
    CreateEvent createEvent(
            @Qualifier("catalogDatabase") Database database,
            Ids ids,
            HallStore halls,
            EventStore events,
            EventViews views) {
        return new CreateEvent(database, ids, halls, events, views);
    }

    @Bean
    UpdateEvent updateEvent(
            @Qualifier("catalogDatabase") Database database,
            HallStore halls,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats,
            PublishChanges publish,
            EventViews views) {
        return new UpdateEvent(database, halls, events, schedules, seats, publish, views);
    }

    @Bean
    OpenEvent openEvent(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            PublishChanges publish,
            EventViews views) {
        return new OpenEvent(database, events, publish, views);
    }

    @Bean
    CancelEvent cancelEvent(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            CancelSchedule cancelSchedule,
            EventViews views) {
        return new CancelEvent(database, events, cancelSchedule, views);
    }

    @Bean
    DeleteEvent deleteEvent(
            @Qualifier("catalogDatabase") Database database,
            EventStore events,
            ScheduleStore schedules,
            DeleteSchedule deleteSchedule) {
        return new DeleteEvent(database, events, schedules, deleteSchedule);
    }

    // ---- demo data

    @Bean
    CreateDemoData createDemoData(
            @Qualifier("catalogDatabase") Database database,
            Venues venues,
            CreateHall createHall,
            CreateEvent createEvent,
            OpenEvent openEvent,
            CreateSchedule createSchedule,
            CalendarSettings calendar) {
        return new CreateDemoData(
                database, venues, createHall, createEvent, openEvent, createSchedule, calendar);
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> createDemoDataWhenReady(
            DemoData demo, CreateDemoData create) {
        return ready -> {
            if (demo.wanted()) {
                demo.make(create::createOrLog);
            }
        };
    }
}
