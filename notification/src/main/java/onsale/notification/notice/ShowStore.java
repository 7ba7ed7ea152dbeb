package onsale.notification.notice;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The table {@code shows}. Messages come in any order and more than once. */
public final class ShowStore {

    private final Database database;

    public ShowStore(Database database) {
        this.database = database;
    }

    /** Returns true if the time or the place of a known show has changed. */
    boolean published(SchedulePublished told) {
        return database.sql()
                .sql(
                        """
                        with before as (
                            select changes from shows where schedule_id = :id)
                        insert into shows as s (schedule_id, event_id, owner_id, version, title,
                            venue, hall, starts_at, sale_opens_at, free_until)
                        values (:id, :event, :owner, :version, :title, :venue, :hall, :starts, :opens, :free)
                        on conflict (schedule_id) do update
                        set event_id = excluded.event_id, owner_id = excluded.owner_id,
                            version = excluded.version,
                            title = excluded.title, venue = excluded.venue, hall = excluded.hall,
                            starts_at = excluded.starts_at,
                            sale_opens_at = excluded.sale_opens_at,
                            free_until = excluded.free_until,
                            changes = s.changes + case when s.version > 0
                                and (s.starts_at, s.venue, s.hall)
                                    is distinct from
                                    (excluded.starts_at, excluded.venue, excluded.hall)
                                then 1 else 0 end
                        where s.version < excluded.version
                        returning coalesce(s.changes > (select changes from before), false)
                        """)
                .param("id", told.scheduleId())
                .param("event", told.eventId())
                .param("owner", told.ownerId(), Types.OTHER)
                .param("version", told.version())
                .param("title", told.title())
                .param("venue", told.venue())
                .param("hall", told.hall())
                .param("starts", Times.param(told.startsAt()))
                .param("opens", Times.param(told.saleOpensAt()))
                .param(
                        "free",
                        told.freeCancellationUntil() == null
                                ? null
                                : Times.param(told.freeCancellationUntil()),
                        Types.TIMESTAMP_WITH_TIMEZONE)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    /** What a purchase tells of a show that nothing else has told of. */
    void bought(ReservationConfirmed told) {
        @Nullable String title = told.title();
        @Nullable Instant startsAt = told.startsAt();
        if (title == null || startsAt == null) {
            return; // an old message, which told less
        }
        database.sql()
                .sql(
                        """
                        insert into shows (schedule_id, version, title, venue, starts_at)
                        values (?, 0, ?, ?, ?) on conflict do nothing
                        """)
                .params(
                        told.eventScheduleId(),
                        title,
                        Objects.requireNonNullElse(told.venue(), ""),
                        Times.param(startsAt))
                .update();
    }

    void cancelled(ScheduleCancelled told) {
        database.sql()
                .sql(
                        """
                        update shows set cancelled_at = ?
                        where schedule_id = ? and cancelled_at is null
                        """)
                .params(Times.param(told.cancelledAt()), told.scheduleId())
                .update();
    }

    public Optional<Show> find(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select schedule_id, event_id, owner_id, version, title, venue, starts_at,
                               sale_opens_at, free_until, cancelled_at
                        from shows where schedule_id = ?
                        """)
                .param(scheduleId)
                .query(ShowStore::row)
                .optional();
    }

    public static Show row(ResultSet row, int n) throws SQLException {
        return new Show(
                row.getObject("schedule_id", UUID.class),
                row.getObject("event_id", UUID.class),
                row.getObject("owner_id", UUID.class),
                row.getInt("version"),
                row.getString("title"),
                row.getString("venue"),
                Times.read(row, "starts_at"),
                Times.readOrNull(row, "sale_opens_at"),
                Times.readOrNull(row, "free_until"),
                Times.readOrNull(row, "cancelled_at"));
    }
}
