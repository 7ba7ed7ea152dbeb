package onsale.queue.admission;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;

/** The table of places that were given up, so that nobody is put back at them after a loss. */
public final class LeaveStore {

    private final Database database;

    public LeaveStore(Database database) {
        this.database = database;
    }

    void insert(Collection<Leave> all) {
        database.sql()
                .sql(
                        """
                        insert into leaves (schedule_id, place, user_id)
                        select * from unnest(?, ?, ?) on conflict do nothing
                        """)
                .params(
                        all.stream().map(Leave::scheduleId).toArray(UUID[]::new),
                        all.stream().map(Leave::place).toArray(Long[]::new),
                        all.stream().map(Leave::userId).toArray(UUID[]::new))
                .update();
    }

    /** Which of these places were given up. */
    public Set<Long> among(UUID scheduleId, List<Long> places) {
        return Set.copyOf(
                database.sql()
                        .sql("select place from leaves where schedule_id = ? and place = any(?)")
                        .params(scheduleId, places.toArray(Long[]::new))
                        .query(Long.class)
                        .list());
    }

    public boolean hasLeft(UUID scheduleId, long place) {
        return database.sql()
                .sql("select exists (select from leaves where schedule_id = ? and place = ?)")
                .params(scheduleId, place)
                .query(Boolean.class)
                .single();
    }
}
