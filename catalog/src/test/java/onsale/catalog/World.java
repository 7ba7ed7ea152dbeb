package onsale.catalog;

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
import onsale.catalog.event.EventForm;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.event.EventView;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.schedule.ScheduleForm;
import onsale.catalog.venue.HallForm;
import onsale.catalog.venue.HallView;
import onsale.catalog.venue.VenueForm;
import onsale.contracts.Context;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.Topic;
import onsale.platform.messaging.Handlers;
import onsale.platform.messaging.MessageConsumer;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.testkit.Stores;
import onsale.testkit.Wait;

/** The catalogue as it is wired in production, on real servers, and a listener to its messages. */
public final class World extends WiredUseCases implements AutoCloseable {

    public static final Duration SOON = Duration.ofSeconds(30);
    public static final List<GradeForm> GRADES =
            List.of(
                    new GradeForm("VIP", 170_000, "#FF0000", "앞쪽"),
                    new GradeForm("R", 140_000, "#FFA500", null),
                    new GradeForm("S", 110_000, "#1E90FF", null),
                    new GradeForm("OP", 170_000, "#9E37D1", null),
                    new GradeForm("ST", 99_000, "#777777", null));

    /** Twelve seats in the pit, two rows of ten, and a standing zone of five. */
    public static final HallLayout SMALL =
            HallLayout.parse(
                    """
                    {"sections": [
                       {"floor": "1층", "sectionId": "B", "grade": "R", "rows": [
                         {"rowId": "OP", "grade": "OP", "length": 12},
                         {"rowId": "1", "grade": "VIP", "length": 10, "firstNumber": 13},
                         {"rowId": "2", "length": 10, "firstNumber": 13}]}],
                     "zones": [
                       {"floor": "1층", "zoneId": "서서", "grade": "ST", "capacity": 5}]}
                    """);

    private static final AtomicInteger NAMES = new AtomicInteger();
    public static final CatalogSettings SETTINGS =
            new CatalogSettings(
                    Duration.ofHours(1), Duration.ofSeconds(30), Duration.ofMinutes(10));

    /** The outbox of reservation, as which the listener receives messages. */
    private final Outbox reservation;

    private final Queue<Object> heard = new ConcurrentLinkedQueue<>();
    private final MessageConsumer listener;

    public World(Stores stores) {
        this(stores, SETTINGS);
    }

    public World(Stores stores, CatalogSettings settings) {
        this(stores, settings, Clock.systemUTC());
    }

    /**
     * Starts the catalogue of a node.
     *
     * @param clock of this node, which may differ from the database's
     */
    public World(Stores stores, CatalogSettings settings, Clock clock) {
        super(stores, settings, clock);
        reservation = new Outbox(database, ids::next, stores.messageKeys().of(Context.RESERVATION));
        listener =
                new MessageConsumer(
                        database,
                        reservation,
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

    @Override
    public void close() {
        listener.close();
        messages.stop();
        jobs.close();
    }

    private static String name(String what) {
        return what + " " + NAMES.incrementAndGet();
    }

    public HallView aHall(HallLayout layout) {
        UUID venue = venues.create(new VenueForm(name("한빛극장"), "서울 어딘가 1", "서울", "theater")).id();
        return createHall.run(venue, new HallForm(name("대극장"), layout)).orProblem();
    }

    /** Twelve seats in the pit, two rows of ten, and a standing zone of five. */
    public HallView aSmallHall() {
        return aHall(SMALL);
    }

    public static EventForm event(UUID hallId) {
        return event(hallId, "달빛 아래 Under the Moon", "Lumen Four 루멘포");
    }

    public static EventForm event(UUID hallId, String title, String artist) {
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
                Map.of("luna", List.of("한새벽", "윤가람")),
                null);
    }

    public EventView anEvent(HallView hall) {
        return createEvent.run(event(hall.id())).orProblem();
    }

    public EventView anOpenEvent(HallView hall) {
        return openEvent.run(anEvent(hall).id()).orProblem();
    }

    /** A sale that opens and closes so long from now; the show is a month after the opening. */
    public static ScheduleForm sale(Duration opensIn, Duration closesIn) {
        OffsetDateTime now = Instant.now().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        return new ScheduleForm(
                now.plus(opensIn).plusDays(30),
                now.plus(opensIn),
                now.plus(closesIn),
                null,
                true,
                Map.of("luna", List.of("한새벽")),
                null,
                null);
    }

    public static ScheduleForm upcoming() {
        return sale(Duration.ofDays(1), Duration.ofDays(10));
    }

    public static ScheduleForm ongoing() {
        return sale(Duration.ofHours(-1), Duration.ofDays(10));
    }

    public Schedule aSchedule(EventView event) {
        return createSchedule.run(event.id(), upcoming()).orProblem();
    }

    /** Sends a message as reservation. */
    public void publish(String topic, String key, Object body) {
        database.inTransaction(() -> {
            reservation.record(new Outgoing(topic, key, body));
        });
    }

    /** The messages of a type about a schedule that the listener has received. */
    public <T> List<T> heard(Class<T> type, UUID scheduleId) {
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

    public <T> void awaitHeard(Class<T> type, UUID scheduleId, int count) {
        Wait.until(
                count + " " + type.getSimpleName(),
                SOON,
                () -> heard(type, scheduleId).size() >= count);
    }
}
