package onsale.user.deletion;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/**
 * Takes the person out of accounts whose waiting time is over. The row and what it agreed to stay,
 * without anything that names anybody; e-mail and CI are free again. Purchase limits stay, because
 * reservation keeps them by the person id, which the same person gets again.
 */
public final class PurgeAccounts {

    private static final List<String> OF_THE_PERSON =
            List.of(
                    "login_history",
                    "known_devices",
                    "social_logins",
                    "token_families",
                    "email_codes",
                    "email_changes",
                    "bookings");

    private final Database database;
    private final Clock clock;

    public PurgeAccounts(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Returns the number of accounts purged; 0 when none is left. */
    public int run(int rowsMax) {
        return database.inTransaction(() -> {
            List<UUID> purged =
                    database.sql()
                            .sql(
                                    """
                                    update users
                                    set email = null, email_hash = null, email_verified_at = null,
                                        name = null, phone = null, phone_hash = null,
                                        ci = null, ci_hash = null, di = null, password_hash = null,
                                        last_login_at = null, purged_at = :now, updated_at = :now
                                    where id in (
                                        select id from users
                                        where purge_at <= :now and purged_at is null
                                        limit :max for update skip locked)
                                    returning id
                                    """)
                            .param("now", Times.param(clock.instant()))
                            .param("max", rowsMax)
                            .query(UUID.class)
                            .list();
            if (!purged.isEmpty()) {
                OF_THE_PERSON.forEach(table -> delete(table, purged));
            }
            return purged.size();
        });
    }

    private void delete(String table, List<UUID> users) {
        database.sql()
                .sql("delete from %s where user_id in (:users)".formatted(table))
                .param("users", users)
                .update();
    }
}
