package onsale.notification.person;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.notification.notice.Show;
import onsale.notification.notice.ShowStore;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table {@code sale_reminders}. */
public final class SaleReminderStore {

    /** A reminder whose time has come. */
    public record Due(UUID userId, Show show, Instant opensAt) {}

    private final Database database;

    public SaleReminderStore(Database database) {
        this.database = database;
    }

    /** The same again changes nothing. Returns false if the person has too many. */
    boolean add(UUID userId, UUID scheduleId, int max) {
        return database.inTransaction(() -> {
            database.sql()
                    .sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
                    .param("reminders of " + userId)
                    .query()
                    .listOfRows();
            return database.sql()
                                    .sql(
                                            """
                                            insert into sale_reminders (user_id, schedule_id)
                                            select :user, :schedule
                                            where (select count(*) from sale_reminders
                                                   where user_id = :user) < :max
                                            on conflict do nothing
                                            """)
                                    .param("user", userId)
                                    .param("schedule", scheduleId)
                                    .param("max", max)
                                    .update()
                            == 1
                    || has(userId, scheduleId);
        });
    }

    private boolean has(UUID userId, UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from sale_reminders
                                       where user_id = ? and schedule_id = ?)
                        """)
                .params(userId, scheduleId)
                .query(Boolean.class)
                .single();
    }

    void remove(UUID userId, UUID scheduleId) {
        database.sql()
                .sql("delete from sale_reminders where user_id = ? and schedule_id = ?")
                .params(userId, scheduleId)
                .update();
    }

    /** The schedules that a person is still to be reminded of. */
    List<UUID> of(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select schedule_id from sale_reminders
                        where user_id = ? and told_at is null order by created_at
                        """)
                .param(userId)
                .query(UUID.class)
                .list();
    }

    /** Those whose sale opens until then and has not opened; locked. */
    public List<Due> due(Instant now, Instant until, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        select r.user_id, s.schedule_id, s.event_id, s.owner_id, s.version, s.title, s.venue,
                               s.starts_at, s.sale_opens_at, s.free_until, s.cancelled_at
                        from sale_reminders r join shows s on s.schedule_id = r.schedule_id
                        where r.told_at is null and s.cancelled_at is null
                          and s.sale_opens_at > :now and s.sale_opens_at <= :until
                        order by r.user_id, r.schedule_id limit :max
                        for update of r skip locked
                        """)
                .param("now", Times.param(now))
                .param("until", Times.param(until))
                .param("max", rowsMax)
                .query(SaleReminderStore::due)
                .list();
    }

    public void told(UUID userId, UUID scheduleId) {
        database.sql()
                .sql(
                        """
                        update sale_reminders set told_at = now()
                        where user_id = ? and schedule_id = ?
                        """)
                .params(userId, scheduleId)
                .update();
    }

    /** Forgets reminders of sales that opened before then. */
    public int deleteOld(Instant before, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from sale_reminders where (user_id, schedule_id) in (
                            select r.user_id, r.schedule_id from sale_reminders r
                            left join shows s on s.schedule_id = r.schedule_id
                            where coalesce(s.sale_opens_at, r.created_at) < :before limit :max)
                        """)
                .param("before", Times.param(before))
                .param("max", rowsMax)
                .update();
    }

    private static Due due(ResultSet row, int n) throws SQLException {
        return new Due(
                row.getObject("user_id", UUID.class),
                ShowStore.row(row, n),
                Times.read(row, "sale_opens_at"));
    }
}
