package onsale.catalog.venue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.LikePattern;
import onsale.catalog.venue.VenueView.HallSummary;
import onsale.catalog.words.EventWords;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/** The SQL of venues. */
public final class VenueStore {

    private final Database database;
    private final EventWords words;

    public VenueStore(Database database, EventWords words) {
        this.database = database;
        this.words = words;
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

    /** Returns false if there is no such venue. */
    boolean update(UUID id, VenueForm form) {
        boolean exists =
                database.sql()
                                .sql(
                                        """
                                        update venues
                                        set name = ?, address = ?, city = ?, venue_type = ?, updated_at = now()
                                        where id = ? and deleted_at is null
                                        """)
                                .params(
                                        form.name(),
                                        form.address(),
                                        form.city(),
                                        form.venueType(),
                                        id)
                                .update()
                        == 1;
        if (exists) {
            words.indexVenue(id);
        }
        return exists;
    }

    /**
     * Locks the venue and its halls, so that no hall is added to it and no event to one of its
     * halls. Returns false if there is no such venue.
     */
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

    public Optional<VenueView> find(UUID id) {
        return select("id = ?", List.of(id)).stream().findFirst();
    }

    /** Venues whose name or city contains the text, of this owner; null means of all. */
    List<VenueView> list(String query, @Nullable UUID owner, int page, int size) {
        List<Object> params = new ArrayList<>(matching(query, owner));
        params.add(size);
        params.add((long) page * size);
        return select(where(query, owner) + " order by name, id limit ? offset ?", params);
    }

    long count(String query, @Nullable UUID owner) {
        return database.sql()
                .sql(
                        "select count(*) from venues where deleted_at is null and "
                                + where(query, owner))
                .params(matching(query, owner))
                .query(Long.class)
                .single();
    }

    private static String where(String query, @Nullable UUID owner) {
        return (owner == null ? "true" : "owner_id = ?")
                + (query.isEmpty() ? "" : " and (lower(name) like ? or lower(city) like ?)");
    }

    private static List<Object> matching(String query, @Nullable UUID owner) {
        List<Object> params = new ArrayList<>();
        if (owner != null) {
            params.add(owner);
        }
        if (!query.isEmpty()) {
            params.addAll(Collections.nCopies(2, LikePattern.containing(query)));
        }
        return params;
    }

    private List<VenueView> select(String where, List<Object> params) {
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

    private List<HallSummary> halls(UUID venueId) {
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

    /** Whether the venue has an event that is neither over nor cancelled. */
    boolean isInUse(UUID id) {
        return database.sql()
                .sql(
                        """
                        select exists (select from events where venue_id = ? and deleted_at is null
                                       and status in ('PREPARING', 'OPEN'))
                        """)
                .param(id)
                .query(Boolean.class)
                .single();
    }
}
