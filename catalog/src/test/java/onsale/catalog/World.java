package onsale.catalog;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.catalog.Forms.EventForm;
import onsale.catalog.Forms.GradeForm;
import onsale.catalog.Forms.HallForm;
import onsale.catalog.Forms.ScheduleForm;
import onsale.catalog.Forms.VenueForm;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.ScheduleView;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.MessageConsumer;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Outgoing;
import onsale.platform.messaging.Topics;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** The catalogue as it is wired in production, on real servers, and one who listens to it. */
final class World implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(30);
    static final List<GradeForm> GRADES =
            List.of(
                    new GradeForm("VIP", 170_000, "#FF0000", "앞쪽"),
                    new GradeForm("R", 140_000, "#FFA500", null),
                    new GradeForm("S", 110_000, "#1E90FF", null),
                    new GradeForm("OP", 170_000, "#9E37D1", null),
                    new GradeForm("ST", 99_000, "#777777", null));

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final MessagingSettings MESSAGING =
            new MessagingSettings(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(500),
                    500,
                    Duration.ofSeconds(5),
                    Duration.ofDays(7),
                    Duration.ofDays(30));

    final CatalogSettings settings;
    final Database database;
    final VenueStore venueStore;
    final EventStore eventStore;
    final ScheduleStore scheduleStore;
    final SeatStore seatStore;
    final Schedules schedules;
    final Events events;
    final Venues venues;
    final ContextMessages messages;
    final Queue<Object> heard = new ConcurrentLinkedQueue<>();
    private final Jobs jobs;
    private final MessageConsumer listener;

    World(Stores stores) {
        this(stores, new CatalogSettings("Asia/Seoul", Duration.ofHours(1)));
    }

    World(Stores stores, CatalogSettings settings) {
        this(stores, settings, Clock.systemUTC());
    }

    /**
     * @param clock of this node, which may be wrong
     */
    World(Stores stores, CatalogSettings settings, Clock clock) {
        this.settings = settings;
        CatalogModule module = new CatalogModule();
        Ids ids = new Ids(clock, new SecureRandom());
        database = stores.database(CatalogModule.SCHEMA);
        venueStore = module.venueStore(database);
        eventStore = module.eventStore(database, settings);
        scheduleStore = module.scheduleStore(database, settings);
        seatStore = module.seatStore(database);
        try (Admin admin = admin(stores)) {
            Topics.create(admin, stores.kafkaSettings(), Topic.ALL, 3);
        }
        jobs = module.catalogJobs(database, scheduleStore, eventStore, settings);
        messages =
                module.catalogMessages(
                        database, ids, stores.kafkaSettings(), MESSAGING, jobs, seatStore);
        Publisher publisher = module.publisher(messages, eventStore, scheduleStore, seatStore);
        schedules =
                module.schedules(
                        database,
                        ids,
                        venueStore,
                        eventStore,
                        scheduleStore,
                        seatStore,
                        publisher,
                        settings);
        events = module.events(database, ids, venueStore, eventStore, seatStore, schedules);
        venues = module.venues(database, ids, venueStore, schedules);
        listener =
                new MessageConsumer(
                        database,
                        messages.outbox(),
                        stores.kafkaSettings(),
                        "listener",
                        List.of(Topic.CATALOG_EVENTS),
                        new Handlers()
                                .on(SchedulePublished.class, heard::add)
                                .on(InventoryChunk.class, heard::add)
                                .on(InventoryComplete.class, heard::add)
                                .on(ScheduleCancelled.class, heard::add));
        messages.start();
        listener.start();
    }

    private static Admin admin(Stores stores) {
        return Admin.create(
                Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        stores.kafkaSettings().bootstrapServers()));
    }

    @Override
    public void close() {
        listener.close();
        messages.stop();
        jobs.close();
    }

    // ---- what a test needs

    static String name(String what) {
        return what + " " + NAMES.incrementAndGet();
    }

    static HallLayout layout(String json) {
        return Json.read(json, HallLayout.class);
    }

    HallView aHall(HallLayout layout) {
        UUID venue = venues.create(new VenueForm(name("한빛극장"), "서울 어딘가 1", "서울", "theater")).id();
        return venues.createHall(venue, new HallForm(name("대극장"), layout)).orProblem();
    }

    /** Twelve seats in the pit, two rows of ten, and five standing places. */
    HallView aSmallHall() {
        return aHall(
                layout(
                        """
                        {"sections": [
                           {"floor": "1층", "sectionId": "B", "grade": "R", "rows": [
                             {"rowId": "OP", "grade": "OP", "length": 12},
                             {"rowId": "1", "grade": "VIP", "length": 10, "firstNumber": 13},
                             {"rowId": "2", "length": 10, "firstNumber": 13}]}],
                         "zones": [
                           {"floor": "1층", "zoneId": "서서", "grade": "ST", "capacity": 5}]}
                        """));
    }

    static EventForm event(UUID hallId) {
        return event(hallId, "달빛 아래 Under the Moon", "Lumen Four 루멘포");
    }

    static EventForm event(UUID hallId, String title, String artist) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return new EventForm(
                title,
                artist,
                "두 줄\n이야기",
                hallId,
                today.minusDays(30),
                today.plusDays(365),
                "/posters/moon.jpg",
                true,
                null,
                null,
                null,
                GRADES,
                Map.of("luna", List.of("한새벽", "윤가람")));
    }

    EventView anEvent(HallView hall) {
        return events.create(event(hall.id())).orProblem();
    }

    EventView anOpenEvent(HallView hall) {
        return events.open(anEvent(hall).id()).orProblem();
    }

    /** Its sale opens and closes so long from now; the show is a month later. */
    static ScheduleForm sale(Duration opensIn, Duration closesIn) {
        OffsetDateTime now = Instant.now().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        return new ScheduleForm(
                now.plus(opensIn).plusDays(30),
                now.plus(opensIn),
                now.plus(closesIn),
                null,
                true,
                Map.of("luna", List.of("한새벽")));
    }

    static ScheduleForm upcoming() {
        return sale(Duration.ofDays(1), Duration.ofDays(10));
    }

    static ScheduleForm ongoing() {
        return sale(Duration.ofHours(-1), Duration.ofDays(10));
    }

    ScheduleView aSchedule(EventView event) {
        return schedules.create(event.id(), upcoming()).orProblem();
    }

    void publish(String topic, String key, Object body) {
        database.inTransaction(() -> {
            messages.outbox().record(new Outgoing(topic, key, body));
        });
    }

    <T> List<T> heard(Class<T> type, UUID scheduleId) {
        return heard.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(message -> scheduleOf(message).equals(scheduleId))
                .toList();
    }

    private static UUID scheduleOf(Object message) {
        return switch (message) {
            case SchedulePublished m -> m.scheduleId();
            case InventoryChunk m -> m.scheduleId();
            case InventoryComplete m -> m.scheduleId();
            case ScheduleCancelled m -> m.scheduleId();
            default -> throw new IllegalArgumentException(message.toString());
        };
    }

    <T> void awaitHeard(Class<T> type, UUID scheduleId, int count) {
        Wait.until(
                count + " " + type.getSimpleName(),
                SOON,
                () -> heard(type, scheduleId).size() >= count);
    }
}
