package onsale.platform.messaging;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.integrity.Repair;

/** Repairs messages of a context that should have been published long ago. */
public final class StaleOutbox {

    private StaleOutbox() {}

    /** Gives the messages all their attempts again, starting now. */
    public static Repair repair(Database database) {
        return new Repair("stale_outbox", subjects -> tryAgain(database, subjects));
    }

    private static int tryAgain(Database database, List<String> subjects) {
        UUID[] ids = subjects.stream().map(UUID::fromString).toArray(UUID[]::new);
        return database.inTransaction(() -> {
            int found =
                    database.sql()
                            .sql(
                                    """
                                    update common.outbox_events
                                    set dead_at = null, retry_count = 0, next_attempt_at = null
                                    where service = current_user and id = any (?) and not published
                                    """)
                            .param(ids)
                            .update();
            if (found > 0) {
                database.sql()
                        .sql(
                                """
                                update common.outbox_shards set backing_off_until = '-infinity'
                                where service = current_user
                                """)
                        .update();
            }
            return found;
        });
    }
}
