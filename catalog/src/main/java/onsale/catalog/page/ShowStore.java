package onsale.catalog.page;

import java.util.List;
import onsale.catalog.event.EventStore;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;

/** The SQL by which the facts of all shows come into memory. */
public final class ShowStore {

    /** Also the most addresses that one sitemap may have. */
    static final int SHOWS_MAX = 50_000;

    private static final int DESCRIPTION_MAX = 300;

    private final Database database;
    private final String zone;

    public ShowStore(Database database, CalendarSettings calendar) {
        this.database = database;
        this.zone = calendar.timeZone();
    }

    /** The shows that fans see, the newest first. */
    List<ShowFacts> all() {
        return database.sql()
                .sql(
                        """
                        with dates as (
                            select s.event_id, coalesce(
                                    min(s.event_start_at) filter (where s.event_start_at > now()),
                                    max(s.event_start_at)) as first_at,
                                min(s.sale_start_at) filter (where now() < s.sale_start_at) as opens_at,
                                bool_or(s.sale_start_at <= now() and now() < s.sale_end_at) as on_sale
                            from event_schedules s
                            where s.deleted_at is null and s.status <> 'CANCELLED'
                            group by s.event_id),
                        prices as (
                            select event_id, min(price)::bigint as price_min,
                                max(price)::bigint as price_max
                            from event_grades group by event_id)
                        select e.id, e.title, e.artist, left(e.description, :max) as description,
                            v.name as venue, v.address, v.city, e.starts_on, e.ends_on, e.poster_url,
                            coalesce(p.price_min, 0) as price_min,
                            coalesce(p.price_max, 0) as price_max,
                            d.first_at, d.opens_at, coalesce(d.on_sale, false) as on_sale,
                            e.updated_at,
                        """
                                + EventStore.STATUS
                                + """
                                as status
                                from events e join venues v on v.id = e.venue_id
                                left join dates d on d.event_id = e.id
                                left join prices p on p.event_id = e.id
                                where
                                """
                                + EventStore.VISIBLE
                                + " order by e.created_at desc, e.id limit :shows")
                .param("zone", zone)
                .param("max", DESCRIPTION_MAX)
                .param("shows", SHOWS_MAX)
                .query(ShowFacts.class)
                .list();
    }
}
