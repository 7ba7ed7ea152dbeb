package onsale.catalog.venue;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.layout.HallLayout;
import onsale.platform.db.Database;

/** The SQL of halls. */
public final class HallStore {

    private final Database database;

    public HallStore(Database database) {
        this.database = database;
    }

    /** Returns false if the venue already has a hall of that name. */
    boolean insert(UUID id, UUID venueId, HallForm form, int capacity) {
        return database.sql()
                        .sql(
                                """
                                insert into halls (id, venue_id, name, capacity, seat_template)
                                values (?, ?, ?, ?, ?::jsonb) on conflict do nothing
                                """)
                        .params(id, venueId, form.name(), capacity, form.layout().json())
                        .update()
                == 1;
    }

    boolean isNameTaken(UUID venueId, UUID exceptHall, String name) {
        return database.sql()
                .sql(
                        """
                        select exists (select from halls where venue_id = ? and id <> ? and name = ?
                                       and deleted_at is null)
                        """)
                .params(venueId, exceptHall, name)
                .query(Boolean.class)
                .single();
    }

    /** Returns false if there is no such hall. */
    boolean update(UUID id, UUID venueId, HallForm form, int capacity) {
        return database.sql()
                        .sql(
                                """
                                update halls set name = ?, capacity = ?, seat_template = ?::jsonb,
                                    updated_at = now()
                                where id = ? and venue_id = ? and deleted_at is null
                                """)
                        .params(form.name(), capacity, form.layout().json(), id, venueId)
                        .update()
                == 1;
    }

    /** Returns false if there is no such hall. */
    boolean delete(UUID id, UUID venueId) {
        return database.sql()
                        .sql(
                                """
                                update halls set deleted_at = now()
                                where id = ? and venue_id = ? and deleted_at is null
                                """)
                        .params(id, venueId)
                        .update()
                == 1;
    }

    /** Finds a hall for a new event and locks it against changes until the transaction ends. */
    public Optional<HallView> findForUse(UUID id) {
        return one("id = ? and deleted_at is null for share", List.of(id));
    }

    /** Finds the hall of an existing event, also if the hall has been deleted since. */
    public Optional<HallView> findForEvent(UUID id) {
        return one("id = ?", List.of(id));
    }

    Optional<HallView> find(UUID id, UUID venueId) {
        return one("id = ? and venue_id = ? and deleted_at is null", List.of(id, venueId));
    }

    private Optional<HallView> one(String where, List<Object> params) {
        return database.sql()
                .sql(
                        "select id, venue_id, name, capacity, seat_template::text as layout"
                                + " from halls where "
                                + where)
                .params(params)
                .query((row, n) ->
                        new HallView(
                                row.getObject("id", UUID.class),
                                row.getObject("venue_id", UUID.class),
                                row.getString("name"),
                                row.getInt("capacity"),
                                HallLayout.parse(row.getString("layout"))))
                .optional();
    }

    /** Whether the hall has an event that is neither over nor cancelled. */
    boolean isInUse(UUID id) {
        return database.sql()
                .sql(
                        """
                        select exists (select from events where hall_id = ? and deleted_at is null
                                       and status in ('PREPARING', 'OPEN'))
                        """)
                .param(id)
                .query(Boolean.class)
                .single();
    }
}
