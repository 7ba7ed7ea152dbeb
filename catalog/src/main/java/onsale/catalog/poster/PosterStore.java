package onsale.catalog.poster;

import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;

/** The SQL of posters. */
public final class PosterStore {

    private final Database database;

    public PosterStore(Database database) {
        this.database = database;
    }

    /** Keeps a poster under its hash; the same one again, whoever sends it, is kept once. */
    void keep(String hash, byte[] jpeg, UUID sentBy) {
        database.sql()
                .sql(
                        """
                        insert into posters (hash, jpeg, sent_by) values (?, ?, ?)
                        on conflict (hash) do update set created_at = now()
                        """)
                .params(hash, jpeg, sentBy)
                .update();
    }

    Optional<byte[]> find(String hash) {
        return database.sql()
                .sql("select jpeg from posters where hash = ?")
                .param(hash)
                .query((row, _) -> row.getBytes("jpeg"))
                .optional();
    }

    /** How many posters of this organiser no event shows. */
    int unused(UUID sentBy) {
        return database.sql()
                .sql(
                        """
                        select count(*) from posters p where sent_by = ?
                          and not exists (select from events e where e.poster_url = p.path)
                        """)
                .param(sentBy)
                .query(Integer.class)
                .single();
    }

    /** Forgets posters that no event has shown for a day. Returns how many. */
    public int forgetUnused() {
        return database.sql()
                .sql(
                        """
                        delete from posters p where created_at < now() - interval '1 day'
                          and not exists (select from events e where e.poster_url = p.path)
                        """)
                .update();
    }
}
