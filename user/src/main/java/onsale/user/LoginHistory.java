package onsale.user;

import java.time.Duration;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/** The table {@code login_history}: who tried to sign in from where, and what came of it. */
final class LoginHistory {

    /** Where a login comes from. */
    record Origin(String address, String userAgent) {

        private static final int ADDRESS_MAX = 45;
        private static final int AGENT_MAX = 300;

        Origin {
            address = cut(address, ADDRESS_MAX);
            userAgent = cut(userAgent, AGENT_MAX);
        }

        private static String cut(String text, int max) {
            return text.length() <= max ? text : text.substring(0, max);
        }
    }

    /** Why a login failed. */
    enum Failure {
        UNKNOWN_EMAIL,
        WRONG_PASSWORD,
        LOCKED,
        DORMANT,
        DELETED
    }

    private final Database database;
    private final Ids ids;

    LoginHistory(Database database, Ids ids) {
        this.database = database;
        this.ids = ids;
    }

    void succeeded(UUID userId, Origin origin) {
        insert(userId, origin, null);
        database.sql()
                .sql("update users set last_login_at = now() where id = :id")
                .param("id", userId)
                .update();
    }

    void failed(@Nullable UUID userId, Origin origin, Failure why) {
        insert(userId, origin, why);
    }

    int deleteOld(Duration keptFor, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from login_history where id in (
                            select id from login_history
                            where created_at < now() - :kept * interval '1 s' limit :max)
                        """)
                .param("kept", keptFor.toSeconds())
                .param("max", rowsMax)
                .update();
    }

    private void insert(@Nullable UUID userId, Origin origin, @Nullable Failure why) {
        database.sql()
                .sql(
                        """
                        insert into login_history
                            (id, user_id, ip_address, user_agent, login_method, success, failure_reason)
                        values (:id, :userId, :address, :agent, 'EMAIL', :success, :reason)
                        """)
                .param("id", ids.next())
                .param("userId", userId)
                .param("address", origin.address())
                .param("agent", origin.userAgent())
                .param("success", why == null)
                .param("reason", why == null ? null : why.name())
                .update();
    }
}
