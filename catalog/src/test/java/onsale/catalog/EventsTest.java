package onsale.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import onsale.catalog.EventStore.Search;
import onsale.catalog.EventStore.Sort;
import onsale.catalog.Forms.EventForm;
import onsale.catalog.Forms.GradeForm;
import onsale.catalog.Forms.HallForm;
import onsale.catalog.Forms.ScheduleForm;
import onsale.catalog.Forms.VenueForm;
import onsale.catalog.Views.EventSummary;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.ScheduleView;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatIds;
import onsale.contracts.Topic;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.ProblemCode;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataIntegrityViolationException;

/** The life of an event: prepared, opened, changed, sold, cancelled. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventsTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private World world;

    @BeforeAll
    void start() {
        // a node whose clock is ten years ahead: rules about time must not notice
        world =
                new World(
                        stores,
                        new CatalogSettings("Asia/Seoul", Duration.ofHours(1)),
                        Clock.offset(Clock.systemUTC(), Duration.ofDays(3_650)));
    }

    @AfterAll
    void stop() {
        world.close();
    }

    // ---- preparing and opening

    @Test
    void nothingOfAnEventIsToldOrSeenBeforeItIsOpen() {
        EventView event = world.anEvent(world.aSmallHall());
        ScheduleView first = world.aSchedule(event);
        ScheduleView second = world.aSchedule(event);

        assertThat(event.status()).isEqualTo("PREPARING");
        assertThat(world.eventStore.visible(event.id())).isEmpty();
        assertThat(world.scheduleStore.visible(first.id())).isEmpty();
        assertThat(world.scheduleStore.visibleLayout(first.id())).isEmpty();
        assertThat(recorded(first)).isZero();

        EventView open = world.events.open(event.id()).orProblem();

        assertThat(open.status()).isEqualTo("OPEN");
        assertThat(open.schedules()).hasSize(2);
        assertThat(world.eventStore.visible(event.id())).isPresent();
        assertThat(world.scheduleStore.visible(first.id())).isPresent();
        assertThat(world.scheduleStore.visibleLayout(second.id())).isPresent();
        world.awaitHeard(InventoryComplete.class, first.id(), 1);
        world.awaitHeard(InventoryComplete.class, second.id(), 1);

        long before = recorded(first);
        world.events.open(event.id()).orProblem();
        assertThat(recorded(first)).isEqualTo(before); // once is enough
    }

    @Test
    void anInactiveEventIsHiddenFromFans() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleView schedule = world.aSchedule(event);
        EventForm form = World.event(event.hallId());

        world.events.update(event.id(), hidden(form)).orProblem();

        assertThat(world.eventStore.visible(event.id())).isEmpty();
        assertThat(world.scheduleStore.visible(schedule.id())).isEmpty();
        assertThat(world.eventStore.find(event.id())).isPresent();
        assertThat(found(event.title())).doesNotContain(event.id());
    }

    // ---- states and time

    @Test
    void aSchedulesStateFollowsTheDatabasesClockEvenIfTheJobIsLate() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleView schedule =
                world.schedules
                        .create(
                                event.id(),
                                World.sale(Duration.ofSeconds(3), Duration.ofSeconds(9)))
                        .orProblem();
        assertThat(schedule.status()).isEqualTo("UPCOMING");

        awaitStatus(schedule, "ONGOING");
        assertThat(stored(schedule)).isEqualTo("UPCOMING"); // the job runs once an hour here
        world.scheduleStore.moveOn();
        assertThat(stored(schedule)).isEqualTo("ONGOING");

        awaitStatus(schedule, "ENDED");
        world.scheduleStore.moveOn();
        assertThat(stored(schedule)).isEqualTo("ENDED");
        assertThat(world.scheduleStore.moveOn()).isZero();
    }

    @Test
    void aScheduleCreatedLateIsOnSaleAtOnce() {
        EventView event = world.anOpenEvent(world.aSmallHall());

        ScheduleView open = world.schedules.create(event.id(), World.ongoing()).orProblem();
        ScheduleView over =
                world.schedules
                        .create(event.id(), World.sale(Duration.ofDays(-9), Duration.ofDays(-2)))
                        .orProblem();

        assertThat(List.of(stored(open), stored(over))).containsExactly("ONGOING", "ENDED");
    }

    @Test
    void anEventEndsAfterItsLastDay() {
        HallView hall = world.aSmallHall();
        LocalDate past = LocalDate.now(world.settings.zone()).minusDays(40);
        EventView event =
                world.events
                        .create(dates(World.event(hall.id()), past, past.plusDays(1)))
                        .orProblem();

        EventView opened = world.events.open(event.id()).orProblem();

        assertThat(opened.status()).isEqualTo("ENDED");
        assertThat(world.eventStore.endThoseOver()).isPositive();
        refused(world.schedules.create(event.id(), World.upcoming()), CatalogProblems.OVER, null);
    }

    // ---- rules of creating

    @Test
    void valuesThatDoNotGoTogetherAreRefused() {
        HallView hall = world.aSmallHall();
        EventForm form = World.event(hall.id());
        LocalDate today = LocalDate.now(world.settings.zone());

        refused(
                world.events.create(dates(form, today, today.minusDays(1))),
                CatalogProblems.INVALID,
                new FieldProblem("endsOn", "is before startsOn"));
        refused(
                world.events.create(dates(form, LocalDate.MIN, LocalDate.MAX)),
                CatalogProblems.INVALID,
                new FieldProblem("endsOn", "must be from the year 2000 to 2200"));
        refused(
                world.events.create(World.event(UUID.randomUUID())),
                CatalogProblems.INVALID,
                new FieldProblem("hallId", "is no hall"));
        GradeForm again = new GradeForm("R", 1, "#000000", null);
        refused(
                world.events.create(grades(form, List.of(again, again))),
                CatalogProblems.INVALID,
                new FieldProblem("grades[1].code", "is R again"));
        EventView few =
                world.events
                        .create(grades(form, List.of(World.GRADES.get(0), World.GRADES.get(1))))
                        .orProblem();
        refused(
                world.schedules.create(few.id(), World.upcoming()),
                CatalogProblems.INVALID,
                new FieldProblem("grades", "of the event lack OP, which seats of the hall have"));
        assertThat(world.scheduleStore.count(few.id())).isZero();

        EventView event = world.anEvent(hall);
        refused(
                world.schedules.create(
                        event.id(), World.sale(Duration.ofDays(2), Duration.ofDays(1))),
                CatalogProblems.INVALID,
                new FieldProblem("saleClosesAt", "must be after saleOpensAt"));
        ScheduleForm sale = World.upcoming();
        refused(
                world.schedules.create(
                        event.id(),
                        new ScheduleForm(
                                sale.startsAt().plusYears(150),
                                sale.saleOpensAt(),
                                sale.saleClosesAt(),
                                null,
                                null,
                                null)),
                CatalogProblems.INVALID,
                null);
        world.schedules.create(event.id(), sequence(7)).orProblem();
        refused(
                world.schedules.create(event.id(), sequence(7)),
                CatalogProblems.SEQUENCE_TAKEN,
                null);
        assertThat(world.aSchedule(event).playSequence()).isEqualTo(8);
    }

    @Test
    void aShowThatNeedsThePitSellsNoSeatsThere() {
        HallView hall = world.aSmallHall();
        EventForm form = World.event(hall.id());
        EventView event = world.events.create(withoutPit(form)).orProblem();

        ScheduleView schedule = world.aSchedule(event);

        assertThat(schedule.totalSeats()).isEqualTo(25);
        assertThat(world.seatStore.inventory(schedule.id()))
                .noneMatch(place -> place.row().equals("OP"));
    }

    @Test
    void twoHallsOfAVenueCannotHaveOneName() {
        UUID venue = world.venues.create(new VenueForm("V", "a", "c", "t")).id();
        HallLayout layout =
                World.layout("{\"rows\":[\"A\"],\"seatsPerRow\":1,\"gradeMapping\":{\"A\":\"R\"}}");
        world.venues.createHall(venue, new HallForm("same", layout)).orProblem();
        HallView other = world.venues.createHall(venue, new HallForm("other", layout)).orProblem();

        refused(
                world.venues.createHall(venue, new HallForm("same", layout)),
                CatalogProblems.NAME_TAKEN,
                null);
        refused(
                world.venues.updateHall(venue, other.id(), new HallForm("same", layout)),
                CatalogProblems.NAME_TAKEN,
                null);
    }

    // ---- changes

    @Test
    void aChangedHallDoesNotChangeExistingSchedules() {
        HallView hall = world.aSmallHall();
        EventView event = world.anOpenEvent(hall);
        ScheduleView before = world.aSchedule(event);
        LayoutDocument.Packed layout = world.scheduleStore.visibleLayout(before.id()).orElseThrow();

        world.venues
                .updateHall(
                        hall.venueId(),
                        hall.id(),
                        new HallForm(
                                hall.name(),
                                World.layout(
                                        "{\"rows\":[\"A\"],\"seatsPerRow\":3,\"gradeMapping\":{\"A\":\"R\"}}")))
                .orProblem();

        assertThat(world.scheduleStore.visible(before.id()).orElseThrow().totalSeats())
                .isEqualTo(37);
        assertThat(world.scheduleStore.visibleLayout(before.id()).orElseThrow().hash())
                .isEqualTo(layout.hash());
        assertThat(world.aSchedule(event).totalSeats()).isEqualTo(3);
    }

    @Test
    void whatOthersKnowIsToldAgainAfterAChange() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleView schedule = world.aSchedule(event);

        world.events.update(event.id(), title(World.event(event.hallId()), "새 제목")).orProblem();
        ScheduleForm later = World.sale(Duration.ofDays(2), Duration.ofDays(9));
        world.schedules.update(event.id(), schedule.id(), later).orProblem();
        world.venues
                .update(event.venueId(), new VenueForm("새 이름", "주소", "부산", "theater"))
                .orProblem();

        world.awaitHeard(SchedulePublished.class, schedule.id(), 4);
        List<SchedulePublished> told = world.heard(SchedulePublished.class, schedule.id());
        assertThat(told.stream().map(SchedulePublished::version)).containsExactly(1, 2, 3, 4);
        assertThat(told.get(1).title()).isEqualTo("새 제목");
        assertThat(told.get(2).saleOpensAt()).isEqualTo(later.saleOpensAt().toInstant());
        assertThat(told.get(3).venue()).isEqualTo("새 이름");
    }

    @Test
    void placesToldAgainHaveTheNextVersion() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleView schedule = world.aSchedule(event);

        world.schedules.tellPlacesAgain(event.id(), schedule.id()).orProblem();

        world.awaitHeard(InventoryComplete.class, schedule.id(), 2);
        List<InventoryComplete> told = world.heard(InventoryComplete.class, schedule.id());
        assertThat(told.stream().map(InventoryComplete::inventoryVersion)).containsExactly(1, 2);
        assertThat(told.get(0).hash()).isEqualTo(told.get(1).hash());
        assertThat(world.heard(InventoryChunk.class, schedule.id()))
                .extracting(InventoryChunk::inventoryVersion)
                .containsExactly(1, 2);
    }

    @Test
    void onceASaleHasStartedPricesAndTimesStay() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleForm sale = World.ongoing();
        ScheduleView schedule = world.schedules.create(event.id(), sale).orProblem();
        EventForm form = World.event(event.hallId());

        List<GradeForm> dearer =
                World.GRADES.stream()
                        .map(g -> new GradeForm(g.code(), g.price() + 1, g.color(), null))
                        .toList();
        refused(
                world.events.update(event.id(), grades(form, dearer)),
                CatalogProblems.SALE_STARTED,
                new FieldProblem(
                        "grades[0].price", "is 170000 and cannot change once a sale has started"));
        refused(
                world.events.update(event.id(), grades(form, World.GRADES.subList(0, 3))),
                CatalogProblems.INVALID,
                new FieldProblem("grades", "lack OP, which seats have"));
        ScheduleForm moved =
                new ScheduleForm(
                        sale.startsAt().plusDays(1),
                        sale.saleOpensAt(),
                        sale.saleClosesAt(),
                        null,
                        null,
                        null);
        refused(
                world.schedules.update(event.id(), schedule.id(), moved),
                CatalogProblems.SALE_STARTED,
                null);
        refused(
                world.schedules.delete(event.id(), schedule.id()),
                CatalogProblems.SALE_STARTED,
                null);
        refused(world.events.delete(event.id()), CatalogProblems.SALE_STARTED, null);

        ScheduleForm longer =
                new ScheduleForm(
                        sale.startsAt(),
                        sale.saleOpensAt(),
                        sale.saleClosesAt().plusDays(1),
                        null,
                        false,
                        Map.of("luna", List.of("윤가람")));
        ScheduleView changed =
                world.schedules.update(event.id(), schedule.id(), longer).orProblem();
        assertThat(changed.queued()).isFalse();
        assertThat(changed.casting()).containsEntry("luna", List.of("윤가람"));
        world.events.update(event.id(), title(form, "고친 제목")).orProblem();
    }

    // ---- cancelling and deleting

    @Test
    void cancellingAnEventCancelsEverySchedule() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleView first = world.aSchedule(event);
        ScheduleView second = world.schedules.create(event.id(), World.ongoing()).orProblem();
        world.schedules.cancel(event.id(), first.id(), "비").orProblem();

        EventView cancelled = world.events.cancel(event.id(), "태풍").orProblem();
        world.events.cancel(event.id(), "again").orProblem();

        assertThat(cancelled.status()).isEqualTo("CANCELLED");
        assertThat(cancelled.schedules())
                .extracting(ScheduleView::status)
                .containsOnly("CANCELLED");
        world.awaitHeard(ScheduleCancelled.class, first.id(), 1);
        world.awaitHeard(ScheduleCancelled.class, second.id(), 1);
        assertThat(world.heard(ScheduleCancelled.class, first.id()))
                .extracting(ScheduleCancelled::reason)
                .containsExactly("비");
        assertThat(world.heard(ScheduleCancelled.class, second.id()))
                .extracting(ScheduleCancelled::reason)
                .containsExactly("태풍");
        assertThat(world.scheduleStore.moveOn()).isZero();
        assertThat(stored(second)).isEqualTo("CANCELLED");
        refused(
                world.schedules.update(event.id(), first.id(), World.upcoming()),
                CatalogProblems.OVER,
                null);
        refused(world.schedules.create(event.id(), World.upcoming()), CatalogProblems.OVER, null);
        assertThat(world.eventStore.visible(event.id())).isPresent(); // fans are told
    }

    @Test
    void noScheduleSurvivesACancellationThatComesMeanwhile() throws Exception {
        EventView event = world.anOpenEvent(world.aSmallHall());
        List<Future<?>> work = new ArrayList<>();
        try (ExecutorService organisers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 30; i++) {
                int turn = i;
                work.add(
                        organisers.submit(() ->
                                turn == 15
                                        ? world.events.cancel(event.id(), "태풍")
                                        : world.schedules.create(event.id(), World.upcoming())));
            }
            for (Future<?> each : work) {
                each.get();
            }
        }

        List<ScheduleView> left = world.scheduleStore.ofEvent(event.id());
        assertThat(left).extracting(ScheduleView::status).containsOnly("CANCELLED");
        assertThat(left)
                .extracting(ScheduleView::playSequence)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, left.size()).boxed().toList());
        for (ScheduleView schedule : left) {
            world.awaitHeard(ScheduleCancelled.class, schedule.id(), 1);
        }
    }

    @Test
    void deletingIsForWhatWasNeverOnSale() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleView schedule = world.aSchedule(event);

        world.schedules.delete(event.id(), schedule.id()).orProblem();

        assertThat(world.scheduleStore.visible(schedule.id())).isEmpty();
        world.awaitHeard(ScheduleCancelled.class, schedule.id(), 1); // others knew of it
        refused(
                world.schedules.delete(event.id(), schedule.id()),
                CatalogProblems.NO_SCHEDULE,
                null);
        world.events.delete(event.id()).orProblem();
        assertThat(world.eventStore.find(event.id())).isEmpty();
        refused(world.events.open(event.id()), CatalogProblems.NO_EVENT, null);
    }

    @Test
    void whatHasBeenSoldIsNotDeleted() {
        EventView event = world.anEvent(world.aSmallHall());
        ScheduleView schedule = world.aSchedule(event);
        UUID seat = SeatIds.of(schedule.id()).seat(3);
        world.publish(
                Topic.RESERVATION_EVENTS,
                "r",
                new ReservationConfirmed(
                        UUID.randomUUID(),
                        "B-20261101-000001",
                        UUID.randomUUID(),
                        schedule.id(),
                        List.of(seat),
                        1,
                        UUID.randomUUID(),
                        world.database.now()));
        Wait.until("it is sold", World.SOON, () -> world.seatStore.hasSales(schedule.id()));

        refused(world.events.delete(event.id()), CatalogProblems.SALE_STARTED, null);
    }

    @Test
    void aVenueOrHallInUseIsNotDeleted() {
        HallView hall = world.aSmallHall();
        EventView event = world.anEvent(hall);

        refused(world.venues.delete(hall.venueId()), CatalogProblems.IN_USE, null);
        refused(world.venues.deleteHall(hall.venueId(), hall.id()), CatalogProblems.IN_USE, null);

        world.events.delete(event.id()).orProblem();
        world.venues.deleteHall(hall.venueId(), hall.id()).orProblem();
        world.venues.delete(hall.venueId()).orProblem();
        assertThat(world.venueStore.venue(hall.venueId())).isEmpty();
        refused(
                world.events.create(World.event(hall.id())),
                CatalogProblems.INVALID,
                new FieldProblem("hallId", "is no hall"));
    }

    // ---- search

    @Test
    void partOfAWordIsEnoughInKoreanAndEnglish() {
        HallView hall = world.aSmallHall();
        EventView event =
                world.events
                        .create(
                                World.event(
                                        hall.id(),
                                        "바람개비 정원 Pinwheel 100%_Garden",
                                        "온새미로 Onsaemiro"))
                        .orProblem();
        world.events.open(event.id()).orProblem();

        for (String query :
                List.of("람개", "바", "정원 pin", "WHEEL", "새미", "saem", "100%", "%_g", "_")) {
            assertThat(found(query)).as(query).contains(event.id());
        }
        for (String query : List.of("람비", "wheels", "100_", "\\", "a%n")) {
            assertThat(found(query)).as(query).doesNotContain(event.id());
        }
    }

    @Test
    void amongManyEventsOneIsFoundQuickly() {
        HallView hall = world.aSmallHall();
        EventView event =
                world.events
                        .create(World.event(hall.id(), "꽃샘추위 Sudden Frost", "하늬바람 Hanui"))
                        .orProblem();
        world.events.open(event.id()).orProblem();
        world.database
                .sql()
                .sql(
                        """
                        insert into events (id, title, artist, description, venue_id, hall_id,
                            starts_on, ends_on, status, poster_url, has_op_seats)
                        select gen_random_uuid(), '공연 ' || md5(n::text) || ' 이야기', '배우 ' || n, '',
                            ?, ?, current_date - 10, current_date + 300, 'OPEN', '', false
                        from generate_series(1, 20000) n
                        """)
                .params(hall.venueId(), hall.id())
                .update();

        for (String query : List.of("샘추", "dden fr")) {
            long start = System.nanoTime();
            assertThat(found(query)).containsExactly(event.id());
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            System.out.printf("\"%s\" among 20,000 events: %d ms%n", query, took.toMillis());
            assertThat(took).isLessThan(Duration.ofSeconds(1));
        }
    }

    // ---- what the database itself holds

    @Test
    void theDatabaseRefusesASoldSeatWithoutAnOwner() {
        ScheduleView schedule = world.aSchedule(world.anEvent(world.aSmallHall()));

        assertThatThrownBy(() ->
                        world.database
                                .sql()
                                .sql("update seats set status = 'SOLD' where event_schedule_id = ?")
                                .param(schedule.id())
                                .update())
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    // ---- words

    private List<UUID> found(String query) {
        Search search =
                new Search(query.strip(), null, "", "", "", null, null, Sort.NEWEST, 0, 100);
        List<EventSummary> found = world.eventStore.search(search);
        assertThat(world.eventStore.count(search)).isEqualTo(found.size());
        return found.stream().map(EventSummary::id).toList();
    }

    private static <T> void refused(
            Outcome<T> outcome, ProblemCode code, @Nullable FieldProblem error) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        var problem = ((Outcome.Refused<T>) outcome).problem();
        assertThat(problem.code()).isEqualTo(code);
        if (error != null) {
            assertThat(problem.errors()).contains(error);
        }
    }

    private void awaitStatus(ScheduleView schedule, String status) {
        Wait.until(
                "the schedule is " + status,
                World.SOON,
                () ->
                        world.scheduleStore
                                .visible(schedule.id())
                                .orElseThrow()
                                .status()
                                .equals(status));
    }

    private String stored(ScheduleView schedule) {
        return world.database
                .sql()
                .sql("select status from event_schedules where id = ?")
                .param(schedule.id())
                .query(String.class)
                .single();
    }

    private long recorded(ScheduleView schedule) {
        return world.database
                .sql()
                .sql("select count(*) from common.outbox_events where message_key = ?")
                .param(schedule.id().toString())
                .query(Long.class)
                .single();
    }

    private static ScheduleForm sequence(int sequence) {
        ScheduleForm sale = World.upcoming();
        return new ScheduleForm(
                sale.startsAt(), sale.saleOpensAt(), sale.saleClosesAt(), sequence, null, null);
    }

    private static EventForm title(EventForm form, String title) {
        return form(form, title, form.startsOn(), form.endsOn(), true, true, form.grades());
    }

    private static EventForm dates(EventForm form, LocalDate from, LocalDate to) {
        return form(form, form.title(), from, to, true, true, form.grades());
    }

    private static EventForm grades(EventForm form, List<GradeForm> grades) {
        return form(form, form.title(), form.startsOn(), form.endsOn(), true, true, grades);
    }

    private static EventForm withoutPit(EventForm form) {
        return form(form, form.title(), form.startsOn(), form.endsOn(), false, true, form.grades());
    }

    private static EventForm hidden(EventForm form) {
        return form(form, form.title(), form.startsOn(), form.endsOn(), true, false, form.grades());
    }

    private static EventForm form(
            EventForm form,
            String title,
            LocalDate from,
            LocalDate to,
            boolean pit,
            boolean active,
            List<GradeForm> grades) {
        return new EventForm(
                title,
                form.artist(),
                form.description(),
                form.hallId(),
                from,
                to,
                form.posterUrl(),
                pit,
                form.holdSeconds(),
                form.seatsPerPersonMax(),
                active,
                grades,
                form.cast());
    }
}
