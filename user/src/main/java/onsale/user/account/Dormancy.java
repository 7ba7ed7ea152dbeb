package onsale.user.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.UserSettings;
import onsale.user.mail.MailRequests;

/**
 * Makes accounts DORMANT that nobody has used for a year. An account is in use while it has a
 * living session, and for a year after its last login. Its owner is told some weeks before; who has
 * not been told stays. Accounts with a role are left to their operators.
 */
public final class Dormancy {

    private static final String IDLE =
            """
            u.status = 'ACTIVE' and u.role = 'USER' and u.rehearsal_id is null
            and coalesce(u.last_login_at, u.created_at) < :idleSince
            and not exists (select from token_families f join auth_tokens t on t.token_family = f.id
                            where f.user_id = u.id and f.revoked_at is null
                              and t.rotated_at is null and t.expires_at > :now)
            """;

    private final Database database;
    private final Duration dormantAfter;
    private final Duration noticeBefore;
    private final Clock clock;
    private final MailRequests mails;

    public Dormancy(Database database, UserSettings settings, Clock clock, MailRequests mails) {
        this.database = database;
        this.dormantAfter = settings.dormantAfter();
        this.noticeBefore = settings.dormancyNoticeBefore();
        this.clock = clock;
        this.mails = mails;
    }

    /** Tells the owners of accounts that become dormant soon, and returns them. */
    public List<UUID> giveNotice(int rowsMax) {
        Instant now = clock.instant();
        Instant dormantAt = now.plus(noticeBefore);
        return database.inTransaction(() -> {
            List<UUID> told = mark(now, rowsMax);
            told.forEach(id ->
                    mails.ask(
                            id,
                            Template.DORMANCY_NOTICE,
                            Map.of("dormantAt", dormantAt.toString()),
                            dormantAt));
            return told;
        });
    }

    private List<UUID> mark(Instant now, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        update users set dormancy_notice_at = :now, updated_at = :now
                        where id in (select u.id from users u
                            where %s and dormancy_notice_at is null
                            limit :max for update skip locked)
                        returning id
                        """
                                .formatted(IDLE))
                .param("now", Times.param(now))
                .param("idleSince", Times.param(now.minus(dormantAfter).plus(noticeBefore)))
                .param("max", rowsMax)
                .query(UUID.class)
                .list();
    }

    /** Makes accounts dormant whose owners were told long enough ago, and returns their number. */
    public int makeDormant(int rowsMax) {
        Instant now = clock.instant();
        return database.sql()
                .sql(
                        """
                        update users set status = 'DORMANT', updated_at = :now
                        where id in (select u.id from users u
                            where %s and dormancy_notice_at <= :toldBefore
                            limit :max for update skip locked)
                        """
                                .formatted(IDLE))
                .param("now", Times.param(now))
                .param("idleSince", Times.param(now.minus(dormantAfter)))
                .param("toldBefore", Times.param(now.minus(noticeBefore)))
                .param("max", rowsMax)
                .update();
    }
}
