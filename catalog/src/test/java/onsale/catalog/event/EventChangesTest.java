package onsale.catalog.event;

import static onsale.catalog.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.EventForms;
import onsale.catalog.RefundSteps;
import onsale.catalog.World;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.event.EventForm.RefundStepForm;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.schedule.ScheduleForm;
import onsale.catalog.venue.HallView;
import onsale.catalog.venue.VenueForm;
import onsale.contracts.SchedulePublished;
import onsale.platform.problem.FieldProblem;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What may be created and changed of an event, and who is told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventChangesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private World world;

    @BeforeAll
    void start() {
        // a node whose clock is ten years ahead: rules about time must not notice
        world =
                new World(
                        stores,
                        World.SETTINGS,
                        Clock.offset(Clock.systemUTC(), Duration.ofDays(3_650)));
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @Test
    void valuesThatDoNotGoTogetherAreRefused() {
        HallView hall = world.aSmallHall();
        EventForm form = World.event(hall.id());
        LocalDate today = LocalDate.now(SEOUL);

        assertRefused(
                world.createEvent.run(EventForms.withDates(form, today, today.minusDays(1))),
                CatalogProblems.INVALID,
                new FieldProblem("endsOn", "is before startsOn"));
        assertRefused(
                world.createEvent.run(EventForms.withDates(form, LocalDate.MIN, LocalDate.MAX)),
                CatalogProblems.INVALID,
                new FieldProblem("endsOn", "must be from the year 2000 to 2200"));
        assertRefused(
                world.createEvent.run(World.event(UUID.randomUUID())),
                CatalogProblems.INVALID,
                new FieldProblem("hallId", "is no hall"));
        GradeForm again = new GradeForm("R", 1, "#000000", null);
        assertRefused(
                world.createEvent.run(EventForms.withGrades(form, List.of(again, again))),
                CatalogProblems.INVALID,
                new FieldProblem("grades[1].code", "is R again"));
        EventView few =
                world.createEvent
                        .run(
                                EventForms.withGrades(
                                        form, List.of(World.GRADES.get(0), World.GRADES.get(1))))
                        .orProblem();
        assertRefused(
                world.createSchedule.run(few.id(), World.upcoming()),
                CatalogProblems.INVALID,
                new FieldProblem("grades", "of the event lack OP, which seats of the hall have"));
        assertThat(world.scheduleStore.count(few.id())).isZero();

        EventView event = world.anEvent(hall);
        assertRefused(
                world.createSchedule.run(
                        event.id(), World.sale(Duration.ofDays(2), Duration.ofDays(1))),
                CatalogProblems.INVALID,
                new FieldProblem("saleClosesAt", "must be after saleOpensAt"));
        ScheduleForm sale = World.upcoming();
        assertRefused(
                world.createSchedule.run(
                        event.id(),
                        new ScheduleForm(
                                sale.startsAt().plusYears(150),
                                sale.saleOpensAt(),
                                sale.saleClosesAt(),
                                null,
                                null,
                                null,
                                null,
                                null)),
                CatalogProblems.INVALID);
        world.createSchedule.run(event.id(), sequence(7)).orProblem();
        assertRefused(
                world.createSchedule.run(event.id(), sequence(7)), CatalogProblems.SEQUENCE_TAKEN);
        assertThat(world.aSchedule(event).playSequence()).isEqualTo(8);
    }

    @Test
    void whatOthersKnowIsToldAgainAfterAChange() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        Schedule schedule = world.aSchedule(event);

        world.updateEvent
                .run(event.id(), EventForms.withTitle(World.event(event.hallId()), "새 제목"))
                .orProblem();
        ScheduleForm later = World.sale(Duration.ofDays(2), Duration.ofDays(9));
        world.updateSchedule.run(event.id(), schedule.id(), later).orProblem();
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
    void aShowThatIsChangedAfterTheSaleHasStartedMayBeGivenBackForAWhile() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleForm sale = World.ongoing();
        Schedule schedule = world.createSchedule.run(event.id(), sale).orProblem();
        Instant now = Instant.now();

        Schedule longer =
                world.updateSchedule
                        .run(event.id(), schedule.id(), changed(sale, 0, sale.casting(), null))
                        .orProblem();
        Schedule moved =
                world.updateSchedule
                        .run(event.id(), schedule.id(), changed(sale, 1, sale.casting(), 14))
                        .orProblem();
        Schedule recast =
                world.updateSchedule
                        .run(event.id(), schedule.id(), changed(sale, 1, Map.of(), null))
                        .orProblem();

        assertThat(longer.freeCancellationUntil()).isNull();
        assertThat(moved.startsAt()).isEqualTo(sale.startsAt().plusDays(1).toInstant());
        assertThat(moved.freeCancellationUntil())
                .isBetween(now.plus(Duration.ofDays(13)), now.plus(Duration.ofDays(15)));
        assertThat(recast.freeCancellationUntil()).isEqualTo(moved.freeCancellationUntil());
        world.awaitHeard(SchedulePublished.class, schedule.id(), 4);
        assertThat(world.heard(SchedulePublished.class, schedule.id()).get(2))
                .satisfies(told -> {
                    assertThat(told.freeCancellationUntil())
                            .isEqualTo(moved.freeCancellationUntil());
                    assertThat(told.refundSteps()).hasSize(4);
                });
        assertRefused(
                world.updateSchedule.run(
                        event.id(), schedule.id(), changed(sale, -40, Map.of(), null)),
                CatalogProblems.INVALID);
    }

    private static ScheduleForm changed(
            ScheduleForm sale,
            int days,
            @Nullable Map<String, List<String>> casting,
            @Nullable Integer freeDays) {
        return new ScheduleForm(
                sale.startsAt().plusDays(days),
                sale.saleOpensAt(),
                sale.saleClosesAt(),
                null,
                null,
                casting,
                null,
                freeDays);
    }

    @Test
    void onceASaleHasStartedTheFeesForCancellingOnlyBecomeBetter() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        world.createSchedule.run(event.id(), World.ongoing()).orProblem();
        EventForm form = World.event(event.hallId());

        assertRefused(
                world.updateEvent.run(
                        event.id(), EventForms.withRefundSteps(form, new RefundStepForm(0, 50))),
                CatalogProblems.SALE_STARTED,
                new FieldProblem(
                        "refundSteps", "can only become better for fans once a sale has started"));
        assertRefused(
                world.updateEvent.run(
                        event.id(),
                        EventForms.withRefundSteps(
                                form, new RefundStepForm(1, 0), new RefundStepForm(2, 0))),
                CatalogProblems.INVALID,
                new FieldProblem(
                        "refundSteps",
                        "must come in the order of their days, longest before first"));
        EventView better =
                world.updateEvent
                        .run(
                                event.id(),
                                EventForms.withRefundSteps(
                                        form, new RefundStepForm(1, 0), new RefundStepForm(0, 20)))
                        .orProblem();
        assertThat(better.refundSteps())
                .containsExactly(new RefundSteps.Step(1, 0), new RefundSteps.Step(0, 20));
    }

    @Test
    void onceASaleHasStartedPricesAndTimesStay() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        ScheduleForm sale = World.ongoing();
        Schedule schedule = world.createSchedule.run(event.id(), sale).orProblem();
        EventForm form = World.event(event.hallId());

        List<GradeForm> dearer =
                World.GRADES.stream()
                        .map(g -> new GradeForm(g.code(), g.price() + 1, g.color(), null))
                        .toList();
        assertRefused(
                world.updateEvent.run(event.id(), EventForms.withGrades(form, dearer)),
                CatalogProblems.SALE_STARTED,
                new FieldProblem(
                        "grades[0].price", "is 170000 and cannot change once a sale has started"));
        assertRefused(
                world.updateEvent.run(
                        event.id(), EventForms.withGrades(form, World.GRADES.subList(0, 3))),
                CatalogProblems.INVALID,
                new FieldProblem("grades", "lack OP, which seats have"));
        ScheduleForm moved =
                new ScheduleForm(
                        sale.startsAt(),
                        sale.saleOpensAt().minusDays(1),
                        sale.saleClosesAt(),
                        null,
                        null,
                        null,
                        null,
                        null);
        assertRefused(
                world.updateSchedule.run(event.id(), schedule.id(), moved),
                CatalogProblems.SALE_STARTED);
        assertRefused(
                world.deleteSchedule.run(event.id(), schedule.id()), CatalogProblems.SALE_STARTED);
        assertRefused(world.deleteEvent.run(event.id()), CatalogProblems.SALE_STARTED);

        ScheduleForm longer =
                new ScheduleForm(
                        sale.startsAt(),
                        sale.saleOpensAt(),
                        sale.saleClosesAt().plusDays(1),
                        null,
                        false,
                        Map.of("luna", List.of("윤가람")),
                        null,
                        null);
        Schedule changed = world.updateSchedule.run(event.id(), schedule.id(), longer).orProblem();
        assertThat(changed.queued()).isFalse();
        assertThat(changed.casting()).containsEntry("luna", List.of("윤가람"));
        world.updateEvent.run(event.id(), EventForms.withTitle(form, "고친 제목")).orProblem();
    }

    private static ScheduleForm sequence(int sequence) {
        ScheduleForm sale = World.upcoming();
        return new ScheduleForm(
                sale.startsAt(),
                sale.saleOpensAt(),
                sale.saleClosesAt(),
                sequence,
                null,
                null,
                null,
                null);
    }
}
