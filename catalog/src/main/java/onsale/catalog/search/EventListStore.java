package onsale.catalog.search;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.catalog.LikePattern;
import onsale.catalog.event.EventStatus;
import onsale.catalog.event.EventStore;
import onsale.catalog.search.EventFacets.FacetCount;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The SQL of lists of events. */
public final class EventListStore {

    private static final String ON_SALE =
            "from event_schedules s where s.event_id = e.id and " + SearchSql.IS_ON_SALE;

    private static final String SUMMARY =
            """
            select e.id, e.title, e.artist, e.venue_id, v.name as venue, v.city,
                e.starts_on, e.ends_on, e.poster_url,
                coalesce((select min(g.price) from event_grades g where g.event_id = e.id), 0)::bigint
                    as price_from,
                (select min(s.sale_start_at) from event_schedules s
                 where s.event_id = e.id
            """
                    + " and "
                    + SearchSql.IS_OPENING
                    + ") as sale_opens_at, exists (select 1 "
                    + ON_SALE
                    + ") as on_sale, coalesce((select bool_and(not exists (select 1 from seats t"
                    + " where t.event_schedule_id = s.id and t.status <> 'SOLD')) "
                    + ON_SALE
                    + "), false) as sold_out, "
                    + EventStore.STATUS
                    + " as status ";

    /** How many values of a facet are told, at most. */
    private static final int FACET_VALUES_MAX = 50;

    private record FacetRow(String facet, String value, long count) {}

    private final Database database;
    private final String zone;

    public EventListStore(Database database, CalendarSettings calendar) {
        this.database = database;
        this.zone = calendar.timeZone();
    }

    // ---- for fans

    List<EventSummary> search(EventSearch search) {
        SearchSql sql = new SearchSql(search, zone);
        return database.sql()
                .sql(searchSql(sql))
                .params(sql.values())
                .query(EventSummary.class)
                .list();
    }

    static String searchSql(SearchSql sql) {
        return SUMMARY
                + sql.from()
                + sql.where()
                + sql.filters()
                + " order by "
                + sql.orderBy()
                + " limit :size offset :offset";
    }

    long count(EventSearch search) {
        SearchSql sql = new SearchSql(search, zone);
        return database.sql()
                .sql("select count(*) " + sql.from() + sql.where() + sql.filters())
                .params(sql.values())
                .query(Long.class)
                .single();
    }

    /** Those of the given events that fit all filters of a search, in the order given. */
    List<EventSummary> among(EventSearch search, List<UUID> ids) {
        SearchSql sql = new SearchSql(search.withoutWords(), zone);
        return database.sql()
                .sql(
                        SUMMARY
                                + sql.from()
                                + sql.where()
                                + sql.filters()
                                + " and e.id = any(:ids::uuid[])"
                                + " order by array_position(:ids::uuid[], e.id)")
                .params(sql.values())
                .param("ids", ids.toArray(UUID[]::new))
                .query(EventSummary.class)
                .list();
    }

    EventFacets facets(EventSearch search) {
        SearchSql sql = new SearchSql(search, zone);
        Map<String, List<FacetCount>> counts =
                database
                        .sql()
                        .sql(facetsSql(sql))
                        .params(sql.values())
                        .param("sale", search.sale() == null ? "" : search.sale().name())
                        .param("valuesMax", FACET_VALUES_MAX)
                        .query(FacetRow.class)
                        .list()
                        .stream()
                        .collect(
                                Collectors.groupingBy(
                                        FacetRow::facet,
                                        Collectors.mapping(
                                                row -> new FacetCount(row.value, row.count),
                                                Collectors.toList())));
        return new EventFacets(
                counts.getOrDefault("city", List.of()),
                counts.getOrDefault("venue", List.of()),
                counts.getOrDefault("status", List.of()),
                counts.getOrDefault("sale", List.of()));
    }

    private static String facetsSql(SearchSql sql) {
        return """
        with sales as (
            select s.event_id, bool_or(%s) as on_sale, bool_or(%s) as opening
            from event_schedules s group by s.event_id),
        fits as (
            select v.city, v.name as venue, (%s) as status,
                coalesce(sales.on_sale, false) as on_sale,
                coalesce(sales.opening, false) as opening,
                %s as in_city, %s as in_venue, %s as in_status
        """
                        .formatted(
                                SearchSql.IS_ON_SALE,
                                SearchSql.IS_OPENING,
                                EventStore.STATUS,
                                sql.inCity(),
                                sql.inVenue(),
                                sql.inStatus())
                + sql.from()
                + " left join sales on sales.event_id = e.id"
                + sql.where()
                + """
                ),
                judged as (
                    select *, :sale = '' or status = 'OPEN'
                        and case when :sale = 'ON_SALE' then on_sale else opening end as in_sale
                    from fits),
                counts as (
                    select 'city' as facet, city as value, count(*) from judged
                    where in_venue and in_status and in_sale group by city
                    union all select 'venue', venue, count(*) from judged
                    where in_city and in_status and in_sale group by venue
                    union all select 'status', status, count(*) from judged
                    where in_city and in_venue and in_sale group by status
                    union all select 'sale', 'ON_SALE', count(*) from judged
                    where in_city and in_venue and in_status and status = 'OPEN' and on_sale
                    union all select 'sale', 'OPENING', count(*) from judged
                    where in_city and in_venue and in_status and status = 'OPEN' and opening)
                select facet, value, count from (
                    select *, row_number() over (partition by facet order by count desc, value) as n
                    from counts) ranked
                where n <= :valuesMax order by facet, n
                """;
    }

    // ---- for organisers

    /**
     * What an organiser looks for.
     *
     * @param owner null for the events of all organisers
     * @param query part of a title or of an artist's name; empty for any
     * @param status null for any
     */
    record OwnEvents(@Nullable UUID owner, String query, @Nullable EventStatus status) {

        private String where() {
            return "where e.deleted_at is null"
                    + (owner == null ? "" : " and e.owner_id = :owner")
                    + (query.isEmpty() ? "" : " and lower(e.title || ' ' || e.artist) like :query")
                    + (status == null ? "" : " and " + EventStore.STATUS + " = :status");
        }
    }

    /** The events of an owner that are not deleted, the newest first. */
    List<EventSummary> all(OwnEvents wanted, int page, int size) {
        return bound(
                        SUMMARY
                                + "from events e join venues v on v.id = e.venue_id "
                                + wanted.where()
                                + " order by e.created_at desc, e.id limit :size offset :offset",
                        wanted)
                .param("size", size)
                .param("offset", (long) page * size)
                .query(EventSummary.class)
                .list();
    }

    long countAll(OwnEvents wanted) {
        return bound("select count(*) from events e " + wanted.where(), wanted)
                .query(Long.class)
                .single();
    }

    private JdbcClient.StatementSpec bound(String sql, OwnEvents wanted) {
        return database.sql()
                .sql(sql)
                .param("zone", zone)
                .param("owner", wanted.owner)
                .param("query", LikePattern.containing(wanted.query))
                .param("status", wanted.status == null ? "" : wanted.status.name());
    }
}
