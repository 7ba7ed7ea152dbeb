package onsale.user.botcheck;

import java.time.Instant;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table {@code used_challenges}. */
public final class ChallengeStore {

    private final Database database;

    public ChallengeStore(Database database) {
        this.database = database;
    }

    /** Returns false if the challenge was used before. */
    boolean use(Challenge challenge) {
        return database.sql()
                        .sql(
                                """
                                insert into used_challenges (id, expires_at)
                                values (:id, :expiresAt) on conflict do nothing
                                """)
                        .param("id", challenge.id())
                        .param("expiresAt", Times.param(challenge.expiresAt()))
                        .update()
                == 1;
    }

    int deleteExpired(Instant before, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from used_challenges where id in (
                            select id from used_challenges where expires_at < :before limit :max)
                        """)
                .param("before", Times.param(before))
                .param("max", rowsMax)
                .update();
    }
}
