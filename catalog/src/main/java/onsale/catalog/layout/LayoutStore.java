package onsale.catalog.layout;

import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;

/** The layouts of schedules, written with their seats and never changed. */
public final class LayoutStore {

    private final Database database;

    public LayoutStore(Database database) {
        this.database = database;
    }

    public void insert(UUID scheduleId, PackedLayout layout) {
        database.sql()
                .sql("insert into schedule_layouts values (?, ?, ?)")
                .params(scheduleId, layout.hash(), layout.jsonGzip())
                .update();
    }

    /** The layout of a schedule, whether fans may see it or not. */
    public Optional<LayoutDocument> find(UUID scheduleId) {
        return database.sql()
                .sql("select hash, json_gzip from schedule_layouts where event_schedule_id = ?")
                .param(scheduleId)
                .query(PackedLayout.class)
                .optional()
                .map(PackedLayout::document);
    }

    /** The layout of a schedule that fans may see. */
    public Optional<PackedLayout> visible(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select l.hash, l.json_gzip from schedule_layouts l
                        join event_schedules s on s.id = l.event_schedule_id
                        join events e on e.id = s.event_id
                        where s.id = ? and s.deleted_at is null and e.deleted_at is null
                          and e.active and e.status <> 'PREPARING'
                        """)
                .param(scheduleId)
                .query(PackedLayout.class)
                .optional();
    }
}
