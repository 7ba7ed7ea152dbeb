package onsale.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.catalog.World;
import onsale.catalog.search.EventSearch.Sort;
import onsale.catalog.venue.HallView;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Among 10,000 events a search uses its index, in a database whose locale knows no Hangul. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchPlanTest {

    @RegisterExtension static final Stores stores = Stores.sharedInLocaleC();

    private World world;

    @BeforeAll
    void tenThousandEvents() {
        world = new World(stores);
        HallView hall = world.aSmallHall();
        world.database
                .sql()
                .sql(
                        """
                        insert into events (id, title, artist, description, venue_id, hall_id,
                            starts_on, ends_on, status, poster_url, has_op_seats)
                        select gen_random_uuid(), '공연 ' || md5(n::text) || ' 이야기',
                            case n when 7 then '하늬바람' else '배우 ' || n end,
                            '', ?, ?, current_date - 10, current_date + 300, 'OPEN', '', false
                        from generate_series(1, 10000) n
                        """)
                .params(hall.venueId(), hall.id())
                .update();
        world.eventWords.indexMissing();
        world.database.sql().sql("vacuum analyze events").update();
        world.database.sql().sql("vacuum analyze event_words").update();
    }

    @AfterAll
    void close() {
        world.close();
    }

    /** Two syllables, one in the middle of a word, initials, a longer text, and words apart. */
    @ParameterizedTest
    @ValueSource(strings = {"하늬", "늬", "ㅎㄴㅂㄹ", "sudden frost", "하늬 바람"})
    void aSearchUsesItsIndex(String query) {
        List<String> plan = plan(query);

        assertThat(plan).anyMatch(line -> line.contains("idx_event_words_grams"));
        assertThat(plan).noneMatch(line -> line.contains("Seq Scan on events"));
        assertThat(plan).noneMatch(line -> line.contains("Seq Scan on event_words"));
    }

    /** The canary: without the index the same search reads all words. */
    @Test
    void withoutTheIndexAllWordsAreRead() {
        List<String> plan =
                world.database.inTransaction(() -> {
                    world.database.sql().sql("set local enable_bitmapscan = off").update();
                    return plan("하늬");
                });

        assertThat(plan).anyMatch(line -> line.contains("Seq Scan on event_words"));
    }

    private List<String> plan(String query) {
        SearchSql sql =
                new SearchSql(Searches.of(query, Sort.RELEVANCE, 20), World.CALENDAR.timeZone());
        return world.database
                .sql()
                .sql("explain (costs off) " + EventListStore.searchSql(sql))
                .params(sql.values())
                .query(String.class)
                .list();
    }
}
