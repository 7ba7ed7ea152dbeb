package onsale.catalog;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.Forms.VenueForm;
import onsale.catalog.Views.HallSummary;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.VenueView;
import onsale.platform.db.Database;

/** Venues and their halls. */
final class VenueStore {

    private final Database database;

    VenueStore(Database database) {
        this.database = database;
    }

    void insert(UUID id, VenueForm form) {
        database.sql()
                .sql(
                        """
                        insert into venues (id, name, address, city, venue_type)
                        values (?, ?, ?, ?, ?)
                        """)
                .params(id, form.name(), form.address(), form.city(), form.venueType())
                .update();
    }

    boolean update(UUID id, VenueForm form) {
        return database.sql()
                        .sql(
                                """
                                update venues
                                set name = ?, address = ?, city = ?, venue_type = ?, updated_at = now()
                                where id = ? and deleted_at is null
                                """)
                        .params(form.name(), form.address(), form.city(), form.venueType(), id)
                        .update()
                == 1;
    }

    /** Nobody adds a hall to it, or an event to one of its halls, while it is locked. */
    boolean lock(UUID id) {
        boolean exists =
                database.sql()
                        .sql(
                                """
                                select true from venues
                                where id = ? and deleted_at is null for update
                                """)
                        .param(id)
                        .query(Boolean.class)
                        .optional()
                        .isPresent();
        database.sql()
                .sql("select id from halls where venue_id = ? order by id for update")
                .param(id)
                .query(UUID.class)
                .list();
        return exists;
    }

    void delete(UUID id) {
        database.sql().sql("update venues set deleted_at = now() where id = ?").param(id).update();
    }

    Optional<VenueView> venue(UUID id) {
        return list("id = ?", List.of(id)).stream().findFirst();
    }

    List<VenueView> venues(int page, int size) {
        return list("true order by name, id limit ? offset ?", List.of(size, (long) page * size));
    }

    long count() {
        return database.sql()
                .sql("select count(*) from venues where deleted_at is null")
                .query(Long.class)
                .single();
    }

    private List<VenueView> list(String where, List<Object> params) {
        return database.sql()
                .sql(
                        "select id, name, address, city, venue_type from venues"
                                + " where deleted_at is null and "
                                + where)
                .params(params)
                .query((row, n) -> {
                    UUID id = row.getObject("id", UUID.class);
                    return new VenueView(
                            id,
                            row.getString("name"),
                            row.getString("address"),
                            row.getString("city"),
                            row.getString("venue_type"),
                            halls(id));
                })
                .list();
    }

    // ---- halls

    /** False if the venue has a hall of that name. */
    boolean insertHall(UUID id, UUID venueId, String name, int capacity, HallLayout layout) {
        return database.sql()
                        .sql(
                                """
                                insert into halls (id, venue_id, name, capacity, seat_template)
                                values (?, ?, ?, ?, ?::jsonb) on conflict do nothing
                                """)
                        .params(id, venueId, name, capacity, Json.write(layout))
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

    boolean updateHall(UUID id, UUID venueId, String name, int capacity, HallLayout layout) {
        return database.sql()
                        .sql(
                                """
                                update halls set name = ?, capacity = ?, seat_template = ?::jsonb,
                                    updated_at = now()
                                where id = ? and venue_id = ? and deleted_at is null
                                """)
                        .params(name, capacity, Json.write(layout), id, venueId)
                        .update()
                == 1;
    }

    boolean deleteHall(UUID id, UUID venueId) {
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

    List<HallSummary> halls(UUID venueId) {
        return database.sql()
                .sql(
                        """
                        select id, name, capacity from halls
                        where venue_id = ? and deleted_at is null order by name
                        """)
                .param(venueId)
                .query(HallSummary.class)
                .list();
    }

    /** Of any venue. Locked against changes until the transaction ends. */
    Optional<HallView> hallForUse(UUID id) {
        return hall("id = ? and deleted_at is null for share", List.of(id));
    }

    /** As it is now, even if it is gone: schedules of old events may still be added. */
    Optional<HallView> hallOfEvent(UUID id) {
        return hall("id = ?", List.of(id));
    }

    Optional<HallView> hall(UUID id, UUID venueId) {
        return hall("id = ? and venue_id = ? and deleted_at is null", List.of(id, venueId));
    }

    private Optional<HallView> hall(String where, List<Object> params) {
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
                                Json.read(row.getString("layout"), HallLayout.class)))
                .optional();
    }

    /** Whether an event that is not over is to take place there. */
    boolean isVenueInUse(UUID venueId) {
        return inUse("venue_id = ?", venueId);
    }

    boolean isHallInUse(UUID hallId) {
        return inUse("hall_id = ?", hallId);
    }

    private boolean inUse(String where, UUID id) {
        return database.sql()
                .sql(
                        "select exists (select from events where deleted_at is null"
                                + " and status in ('PREPARING', 'OPEN') and "
                                + where
                                + ")")
                .param(id)
                .query(Boolean.class)
                .single();
    }
}
