package onsale.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.catalog.World;
import onsale.catalog.venue.HallView;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A search among many events uses the trigram index and does not read every event. */
class SearchPlanTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @Test
    void amongTenThousandEventsTheSearchUsesItsIndex() {
        try (World world = new World(stores)) {
            HallView hall = world.aSmallHall();
            JdbcClient sql = world.database.sql();
            sql.sql(
                            """
                            insert into events (id, title, artist, description, venue_id, hall_id,
                                starts_on, ends_on, status, poster_url, has_op_seats)
                            select gen_random_uuid(), '공연 ' || md5(n::text) || ' 이야기', '배우 ' || n,
                                '', ?, ?, current_date - 10, current_date + 300, 'OPEN', '', false
                            from generate_series(1, 10000) n
                            """)
                    .params(hall.venueId(), hall.id())
                    .update();
            // a fresh index keeps new entries in a list that every search reads, until a vacuum
            sql.sql("vacuum analyze events").update();
            EventSearch search =
                    new EventSearch(
                            "sudden frost",
                            null,
                            "",
                            "",
                            "",
                            null,
                            null,
                            EventSearch.Sort.DATE,
                            0,
                            20);

            List<String> plan =
                    sql.sql("explain (costs off) " + EventListStore.searchSql(search))
                            .params(world.eventListStore.values(search))
                            .query(String.class)
                            .list();

            assertThat(plan).anyMatch(line -> line.contains("idx_events_search"));
            assertThat(plan).noneMatch(line -> line.contains("Seq Scan on events"));
        }
    }
}
