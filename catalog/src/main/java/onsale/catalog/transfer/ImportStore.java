package onsale.catalog.transfer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;

/** The SQL of imports: which rows an import has made, and by which key they are known. */
final class ImportStore {

    /** What is imported, so that a row comes after those that it refers to. */
    enum Kind {
        VENUE("venues"),
        HALL("halls"),
        EVENT("events"),
        SCHEDULE("event_schedules");

        private final String table;

        Kind(String table) {
            this.table = table;
        }

        String word() {
            return table.replace("event_", "");
        }
    }

    private final Database database;

    ImportStore(Database database) {
        this.database = database;
    }

    void begin(UUID id, String source) {
        database.sql()
                .sql("insert into imports (id, source) values (?, ?)")
                .params(id, source)
                .update();
    }

    /** Two imports at once wait for each other. */
    void lock() {
        database.sql().sql("lock table imports in share row exclusive mode").update();
    }

    Optional<UUID> find(Kind kind, String key) {
        return database.sql()
                .sql(
                        "select id from %s where import_key = ? and deleted_at is null"
                                .formatted(kind.table))
                .param(key)
                .query(UUID.class)
                .optional();
    }

    void mark(Kind kind, UUID row, UUID importId, String key) {
        database.sql()
                .sql(
                        "update %s set import_id = ?, import_key = ? where id = ?"
                                .formatted(kind.table))
                .params(importId, key, row)
                .update();
    }

    /** The newest import of a source that has not been undone. */
    Optional<UUID> newest(String source) {
        return database.sql()
                .sql(
                        """
                        select id from imports where source = ? and rolled_back_at is null
                        order by executed_at desc, id desc limit 1
                        """)
                .param(source)
                .query(UUID.class)
                .optional();
    }

    Map<String, Long> count(UUID importId) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            counts.put(
                    kind.word(),
                    database.sql()
                            .sql(
                                    "select count(*) from %s where import_id = ?"
                                            .formatted(kind.table))
                            .param(importId)
                            .query(Long.class)
                            .single());
        }
        return counts;
    }

    /** Why an import cannot be undone any more, in sentences. */
    List<String> inUse(UUID importId) {
        return database.sql()
                .sql(
                        """
                        select 'The event "' || e.title || '" is ' || e.status || '.' from events e
                        where e.import_id = :id and (e.status <> 'PREPARING' or exists (
                            select from event_schedules s where s.event_id = e.id and s.published))
                        union all
                        select 'The event "' || e.title || '" has schedules that were added since.'
                        from events e where e.import_id = :id and exists (
                            select from event_schedules s
                            where s.event_id = e.id and s.import_id is distinct from :id)
                        union all
                        select 'The hall "' || h.name || '" has events that were added since.'
                        from halls h where h.import_id = :id and exists (
                            select from events e
                            where e.hall_id = h.id and e.import_id is distinct from :id)
                        union all
                        select 'The venue "' || v.name || '" has halls that were added since.'
                        from venues v where v.import_id = :id and exists (
                            select from halls h
                            where h.venue_id = v.id and h.import_id is distinct from :id)
                        """)
                .param("id", importId)
                .query(String.class)
                .list();
    }

    /** Deletes all rows of an import, those that refer to others first. */
    void delete(UUID importId) {
        for (Kind kind : List.of(Kind.SCHEDULE, Kind.EVENT, Kind.HALL, Kind.VENUE)) {
            database.sql()
                    .sql("delete from %s where import_id = ?".formatted(kind.table))
                    .param(importId)
                    .update();
        }
        database.sql()
                .sql("update imports set rolled_back_at = now() where id = ?")
                .param(importId)
                .update();
    }
}
