package onsale.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.catalog.EventForms;
import onsale.catalog.World;
import onsale.catalog.event.EventForm;
import onsale.catalog.event.EventView;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.venue.HallView;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What lists of events show. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventSearchTest {

    @RegisterExtension static final Stores stores = Stores.shared();

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
    void anInactiveEventIsHiddenFromFans() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        Schedule schedule = world.aSchedule(event);
        EventForm form = World.event(event.hallId());

        world.updateEvent.run(event.id(), EventForms.hidden(form)).orProblem();

        assertThat(world.eventStore.visible(event.id())).isEmpty();
        assertThat(world.scheduleStore.visible(schedule.id())).isEmpty();
        assertThat(world.eventStore.find(event.id())).isPresent();
        assertThat(found(event.title())).doesNotContain(event.id());
    }

    @Test
    void partOfAWordIsEnoughInKoreanAndEnglish() {
        HallView hall = world.aSmallHall();
        EventView event =
                world.createEvent
                        .run(
                                World.event(
                                        hall.id(),
                                        "바람개비 정원 Pinwheel 100%_Garden",
                                        "온새미로 Onsaemiro"))
                        .orProblem();
        world.openEvent.run(event.id()).orProblem();

        for (String query :
                List.of("람개", "바", "정원 pin", "정원pin", "WHEEL", "새미", "saem", "100%", "ㅂㄹㄱㅂ")) {
            assertThat(found(query)).as(query).contains(event.id());
        }
        for (String query : List.of("람비", "wheels", "1000", "\\", "%", "_", "a%z")) {
            assertThat(found(query)).as(query).doesNotContain(event.id());
        }
    }

    @Test
    void amongManyEventsOneIsFoundQuickly() {
        HallView hall = world.aSmallHall();
        EventView event =
                world.createEvent
                        .run(World.event(hall.id(), "꽃샘추위 Sudden Frost", "하늬바람 Hanui"))
                        .orProblem();
        world.openEvent.run(event.id()).orProblem();
        world.database
                .sql()
                .sql(
                        """
                        insert into events (id, title, artist, description, venue_id, hall_id,
                            starts_on, ends_on, status, poster_url, has_op_seats)
                        select gen_random_uuid(), '공연 ' || md5(n::text) || ' 이야기', '배우 ' || n, '',
                            ?, ?, current_date - 10, current_date + 300, 'OPEN', '', false
                        from generate_series(1, 5000) n
                        """)
                .params(hall.venueId(), hall.id())
                .update();
        world.eventWords.indexMissing();

        for (String query : List.of("샘추", "dden fr")) {
            long start = System.nanoTime();
            assertThat(found(query)).containsExactly(event.id());
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            System.out.printf("\"%s\" among 5,000 events: %d ms%n", query, took.toMillis());
            assertThat(took).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void aListSaysWhatIsOnSale() {
        EventView event = world.anEvent(world.aSmallHall());
        Schedule schedule = world.aSchedule(event);

        EventSummary before = summary(event);
        assertThat(before.saleOpensAt()).isEqualTo(schedule.saleOpensAt());
        assertThat(before.onSale()).isFalse();
        assertThat(before.soldOut()).isFalse();
        assertThat(before.priceFrom())
                .isEqualTo(event.grades().stream().mapToLong(g -> g.price()).min().orElseThrow());

        set(schedule, "update event_schedules set sale_start_at = now() where id = ?");
        EventSummary open = summary(event);
        assertThat(open.saleOpensAt()).isNull();
        assertThat(open.onSale()).isTrue();
        assertThat(open.soldOut()).isFalse();

        set(
                schedule,
                "update seats set status = 'SOLD', reservation_id = gen_random_uuid()"
                        + " where event_schedule_id = ?");
        assertThat(summary(event).onSale()).isTrue();
        assertThat(summary(event).soldOut()).isTrue();
    }

    private void set(Schedule schedule, String sql) {
        assertThat(world.database.sql().sql(sql).param(schedule.id()).update()).isPositive();
    }

    private EventSummary summary(EventView event) {
        return world
                .eventListStore
                .all(new EventListStore.OwnEvents(null, "", null), 0, 100)
                .stream()
                .filter(one -> one.id().equals(event.id()))
                .findFirst()
                .orElseThrow();
    }

    private List<UUID> found(String query) {
        EventSearch search = Searches.of(query.strip(), EventSearch.Sort.NEWEST, 100);
        if (search.matchesNothing()) {
            return List.of();
        }
        List<EventSummary> found = world.eventListStore.search(search);
        assertThat(world.eventListStore.count(search)).isEqualTo(found.size());
        return found.stream().map(EventSummary::id).toList();
    }
}
