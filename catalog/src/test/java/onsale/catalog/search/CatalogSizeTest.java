package onsale.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import onsale.catalog.World;
import onsale.catalog.event.EventView;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.search.EventSearch.Sort;
import onsale.catalog.venue.HallView;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long reads take beside 10,000 events with 5 million seats. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogSizeTest {

    private static final int EVENTS = 10_000;
    private static final int SEATS_PER_SCHEDULE = 500;
    private static final int ROUNDS = 200;

    @RegisterExtension static final Stores stores = Stores.shared();

    private World world;
    private Suggestions suggestions;
    private SearchEvents searchEvents;

    @BeforeAll
    void fill() {
        world = new World(stores);
        HallView hall = world.aSmallHall();
        world.database
                .sql()
                .sql(
                        """
                        insert into events (id, title, artist, description, venue_id, hall_id,
                            starts_on, ends_on, status, poster_url, has_op_seats, cast_members)
                        select gen_random_uuid(), '공연 ' || md5(n::text) || ' 이야기 ' || n,
                            '배우 ' || n / 5, '', ?, ?, current_date + n % 300,
                            current_date + n % 300 + 3, 'OPEN', '', false,
                            jsonb_build_object('lead', jsonb_build_array('출연 ' || n % 2000))
                        from generate_series(1, ?) n
                        """)
                .params(hall.venueId(), hall.id(), EVENTS)
                .update();
        sql(
                "insert into event_grades select id, g, 10000, '#000000', '', 1 from events,"
                        + " unnest(array['VIP', 'R', 'S']) g where title like '공연 %'");
        sql(
                "insert into event_schedules (id, event_id, play_sequence, event_start_at,"
                        + " event_end_at, sale_start_at, sale_end_at, status, queued, total_seats)"
                        + " select gen_random_uuid(), id, 1, now() + interval '30 days',"
                        + " now() + interval '31 days', now() - interval '1 day',"
                        + " now() + interval '20 days', 'ONGOING', true, "
                        + SEATS_PER_SCHEDULE
                        + " from events where title like '공연 %'");
        sql(
                "insert into schedule_grades select id, g, 100 from event_schedules,"
                        + " unnest(array['VIP', 'R', 'S']) g");
        sql(
                "insert into seats (event_schedule_id, ordinal, id, floor, section, row_label,"
                        + " seat_number, zone, grade, accessible, view_restricted, status, reservation_id)"
                        + " select s.id, n, gen_random_uuid(), '1', 'A', (n / 20)::text, (n % 20)::text, '',"
                        + " (array['VIP', 'R', 'S'])[1 + n % 3], false, false,"
                        + " case when n % 10 = 0 then 'SOLD' else 'AVAILABLE' end,"
                        + " case when n % 10 = 0 then s.id end"
                        + " from event_schedules s, generate_series(0, "
                        + (SEATS_PER_SCHEDULE - 1)
                        + ") n");
        world.eventWords.indexMissing();
        for (String table :
                List.of("events", "event_words", "event_grades", "event_schedules", "seats")) {
            sql("vacuum analyze " + table);
        }
        suggestions = new Suggestions(new SuggestionStore(world.database, World.CALENDAR));
        suggestions.reload();
        searchEvents = new SearchEvents(world.eventListStore, suggestions);
    }

    @AfterAll
    void close() {
        world.close();
    }

    @Test
    void readsStayQuickBesideFiveMillionSeats() {
        List<UUID> schedules =
                world.database
                        .sql()
                        .sql("select id from event_schedules order by id limit 200")
                        .query(UUID.class)
                        .list();

        measured("list", 50, n -> searchEvents.run(Searches.of("", Sort.RELEVANCE, 20)));
        measured("search", 50, n -> searchEvents.run(Searches.of("이야기 " + n, Sort.RELEVANCE, 20)));
        measured("artist", 30, n -> searchEvents.run(byArtist("배우 " + n)));
        measured(
                "slips",
                50,
                n -> searchEvents.run(Searches.of("베우 " + n + "x", Sort.RELEVANCE, 20)));
        measured("grades", 80, n -> world.seatStore.countByGrade(schedules.get(n)));
        measured("suggestions", 10, n -> suggestions.suggest("배우 " + n, 8));
        measured("suggestions by initials", 10, n -> suggestions.suggest("ㄱㅇ", 8));
    }

    @Test
    void facetsAreCountedBesideFiveMillionSeats() {
        measured("facets", 200, n -> searchEvents.facets(Searches.of("", Sort.DATE, 1)));
    }

    @Test
    void fiftyThousandSeatsAreCreatedInSeconds() {
        HallView hall =
                world.aHall(
                        HallLayout.parse(
                                """
                                {"sections": [], "zones": [{"floor": "1", "zoneId": "A",
                                  "grade": "ST", "capacity": 50000}]}
                                """));
        EventView event = world.anEvent(hall);

        long start = System.nanoTime();
        world.aSchedule(event);
        Duration took = Duration.ofNanos(System.nanoTime() - start);

        System.out.printf("a schedule of 50,000 seats: %d ms%n", took.toMillis());
        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }

    private static EventSearch byArtist(String artist) {
        return new EventSearch("", null, null, "", "", artist, null, null, Sort.RELEVANCE, 0, 20);
    }

    /** A read with a number that makes it another one each time. */
    private interface Read {
        Object run(int n);
    }

    private static void measured(String what, int millisMax, Read read) {
        List<Long> nanos = new ArrayList<>();
        for (int n = 0; n < ROUNDS; n++) {
            long start = System.nanoTime();
            assertThat(read.run(n)).isNotNull();
            nanos.add(System.nanoTime() - start);
        }
        Collections.sort(nanos);
        Duration median = Duration.ofNanos(nanos.get(ROUNDS / 2));
        Duration p95 = Duration.ofNanos(nanos.get(ROUNDS * 95 / 100));
        System.out.printf(
                "%s: median %.2f ms, 95 of 100 within %.2f ms%n",
                what, median.toNanos() / 1e6, p95.toNanos() / 1e6);
        assertThat(p95).as(what).isLessThan(Duration.ofMillis(millisMax));
    }

    private void sql(String statement) {
        world.database.sql().sql(statement).update();
    }
}
