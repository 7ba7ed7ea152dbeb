package onsale.ops.cockpit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.ops.cockpit.Show.Grade;
import onsale.ops.cockpit.Show.Phase;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Reads schedules from the catalogue's tables, with the role that may read all contexts. */
final class ShowStore {

    private static final String PHASE =
            """
            case when s.status = 'CANCELLED' or e.status = 'CANCELLED' then 'CANCELLED'
                 when now() < s.sale_start_at then 'UPCOMING'
                 when now() < s.sale_end_at then 'OPEN' else 'OVER' end
            """;

    private static final String FROM =
            """
            from event_service.event_schedules s
            join event_service.events e on e.id = s.event_id
            join event_service.venues v on v.id = e.venue_id
            where s.deleted_at is null and e.deleted_at is null
            """;

    private static final String COLUMNS =
            "select s.id, s.event_id, e.owner_id, e.title, v.name as venue, s.event_start_at,"
                    + " s.sale_start_at, s.sale_end_at, s.queued, s.total_seats, "
                    + PHASE
                    + " as phase ";

    private static final String WANTED =
            " and (:owner::uuid is null or e.owner_id = :owner)"
                    + " and (:phase::text is null or "
                    + PHASE
                    + " = :phase)"
                    + " and lower(e.title || ' ' || e.artist) like :pattern ";

    private final Database reader;

    ShowStore(Database reader) {
        this.reader = reader;
    }

    /**
     * Which schedules are wanted.
     *
     * @param ownerId only those of this organiser; null for all
     * @param text part of the title or the artist; empty for all
     */
    record Search(@Nullable UUID ownerId, @Nullable Phase phase, String text) {

        private String pattern() {
            String escaped =
                    text.toLowerCase(java.util.Locale.ROOT)
                            .replace("\\", "\\\\")
                            .replace("%", "\\%")
                            .replace("_", "\\_");
            return "%" + escaped + "%";
        }
    }

    /** A page: sales that are open or come next first, then those that are over. */
    List<Show> page(Search search, int page, int size) {
        return reader.sql()
                .sql(
                        COLUMNS
                                + FROM
                                + WANTED
                                + """
                                order by s.sale_end_at < now(), abs(extract(epoch from s.sale_start_at - now())),
                                         s.id
                                limit :size offset :offset
                                """)
                .param("owner", search.ownerId(), java.sql.Types.OTHER)
                .param("phase", name(search), java.sql.Types.VARCHAR)
                .param("pattern", search.pattern())
                .param("size", size)
                .param("offset", (long) page * size)
                .query((row, n) -> show(row, List.of()))
                .list();
    }

    long count(Search search) {
        return reader.sql()
                .sql("select count(*) " + FROM + WANTED)
                .param("owner", search.ownerId(), java.sql.Types.OTHER)
                .param("phase", name(search), java.sql.Types.VARCHAR)
                .param("pattern", search.pattern())
                .query(Long.class)
                .single();
    }

    private static @Nullable String name(Search search) {
        return search.phase() == null ? null : search.phase().name();
    }

    Optional<Show> find(UUID scheduleId) {
        List<Grade> grades =
                reader.sql()
                        .sql(
                                """
                                select g.code, g.price as price_won, t.total as seats
                                from event_service.event_schedules s
                                join event_service.schedule_grades t on t.event_schedule_id = s.id
                                join event_service.event_grades g
                                    on g.event_id = s.event_id and g.code = t.grade
                                where s.id = ? order by g.sort_order, g.price desc, g.code
                                """)
                        .param(scheduleId)
                        .query(Grade.class)
                        .list();
        return reader.sql()
                .sql(COLUMNS + FROM + " and s.id = ?")
                .param(scheduleId)
                .query((row, n) -> show(row, grades))
                .optional();
    }

    private static Show show(ResultSet row, List<Grade> grades) throws SQLException {
        return new Show(
                row.getObject("id", UUID.class),
                row.getObject("event_id", UUID.class),
                row.getObject("owner_id", UUID.class),
                row.getString("title"),
                row.getString("venue"),
                Times.read(row, "event_start_at"),
                Times.read(row, "sale_start_at"),
                Times.read(row, "sale_end_at"),
                Phase.valueOf(row.getString("phase")),
                row.getBoolean("queued"),
                row.getInt("total_seats"),
                grades);
    }
}
