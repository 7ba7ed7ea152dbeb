package onsale.catalog.search;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.catalog.LikePattern;
import onsale.catalog.event.EventStatus;
import onsale.catalog.event.EventStore;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The SQL of lists of events. */
public final class EventListStore {

    /** The schedules of the event {@code e} that are on sale at this moment. */
    private static final String ON_SALE =
            """
            from event_schedules s
            where s.event_id = e.id and s.deleted_at is null and s.status <> 'CANCELLED'
                and s.sale_start_at <= now() and now() < s.sale_end_at
            """;

    private static final String SUMMARY =
            """
            select e.id, e.title, e.artist, e.venue_id, v.name as venue, v.city,
                e.starts_on, e.ends_on, e.poster_url,
                coalesce((select min(g.price) from event_grades g where g.event_id = e.id), 0)::bigint
                    as price_from,
                (select min(s.sale_start_at) from event_schedules s
                 where s.event_id = e.id and s.deleted_at is null and s.status <> 'CANCELLED'
                     and now() < s.sale_start_at) as sale_opens_at,
            """
                    + "exists (select 1 "
                    + ON_SALE
                    + ") as on_sale, coalesce((select bool_and(not exists (select 1 from seats t"
                    + " where t.event_schedule_id = s.id and t.status <> 'SOLD')) "
                    + ON_SALE
                    + "), false) as sold_out, "
                    + EventStore.STATUS
                    + " as status ";

    private final Database database;
    private final String zone;

    public EventListStore(Database database, CalendarSettings calendar) {
        this.database = database;
        this.zone = calendar.timeZone();
    }

    // ---- for fans

    List<EventSummary> search(EventSearch search) {
        return database.sql()
                .sql(searchSql(search))
                .params(values(search))
                .query(EventSummary.class)
                .list();
    }

    long count(EventSearch search) {
        return database.sql()
                .sql("select count(*) " + matching(search))
                .params(values(search))
                .query(Long.class)
                .single();
    }

    static String searchSql(EventSearch search) {
        return SUMMARY
                + matching(search)
                + " order by "
                + search.sort().orderBy()
                + " limit :size offset :offset";
    }

    private static String matching(EventSearch search) {
        StringBuilder sql =
                new StringBuilder(" from events e join venues v on v.id = e.venue_id where ");
        sql.append(EventStore.VISIBLE);
        if (!search.query().isEmpty()) {
            sql.append(" and e.search_text like :query");
        }
        if (!search.artist().isEmpty()) {
            sql.append(" and lower(e.artist) like :artist");
        }
        if (!search.venue().isEmpty()) {
            sql.append(" and lower(v.name) like :venue");
        }
        if (!search.city().isEmpty()) {
            sql.append(" and v.city = :city");
        }
        if (search.status() != null) {
            sql.append(" and ").append(EventStore.STATUS).append(" = :status");
        }
        if (search.from() != null) {
            sql.append(" and e.ends_on >= :from");
        }
        if (search.to() != null) {
            sql.append(" and e.starts_on <= :to");
        }
        return sql.toString();
    }

    Map<String, Object> values(EventSearch search) {
        return Map.ofEntries(
                Map.entry("zone", zone),
                Map.entry("query", LikePattern.containing(search.query())),
                Map.entry("artist", LikePattern.containing(search.artist())),
                Map.entry("venue", LikePattern.containing(search.venue())),
                Map.entry("city", search.city()),
                Map.entry("status", search.status() == null ? "" : search.status().name()),
                Map.entry("from", Objects.requireNonNullElse(search.from(), LocalDate.EPOCH)),
                Map.entry("to", Objects.requireNonNullElse(search.to(), LocalDate.EPOCH)),
                Map.entry("size", search.size()),
                Map.entry("offset", (long) search.page() * search.size()));
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
                    + (query.isEmpty() ? "" : " and e.search_text like :query")
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
