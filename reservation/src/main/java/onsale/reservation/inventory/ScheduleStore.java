package onsale.reservation.inventory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.ScheduleHeardByReservation;
import onsale.contracts.SchedulePublished;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Schedules with their terms and prices, as the catalogue told them. */
public final class ScheduleStore {

    private static final int PAGE = 1_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Database database;

    public ScheduleStore(Database database) {
        this.database = database;
    }

    /** Takes over a schedule, unless a newer or the same version of it is known. */
    public void publish(SchedulePublished told) {
        int changed =
                database.sql()
                        .sql(
                                """
                                insert into schedules
                                    (id, event_id, version, title, venue, hall, poster_url, starts_at,
                                     sale_opens_at, sale_closes_at, queued, hold_seconds,
                                     seats_per_person_max, ends_at, refund_steps,
                                     free_cancellation_until, owner_id)
                                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                                        nullif(?, '')::timestamptz, nullif(?, '')::jsonb,
                                        nullif(?, '')::timestamptz, nullif(?, '')::uuid)
                                on conflict (id) do update set
                                    version = excluded.version, title = excluded.title,
                                    venue = excluded.venue, hall = excluded.hall,
                                    poster_url = excluded.poster_url,
                                    starts_at = excluded.starts_at,
                                    sale_opens_at = excluded.sale_opens_at,
                                    sale_closes_at = excluded.sale_closes_at,
                                    queued = excluded.queued, hold_seconds = excluded.hold_seconds,
                                    seats_per_person_max = excluded.seats_per_person_max,
                                    ends_at = excluded.ends_at,
                                    refund_steps = excluded.refund_steps,
                                    free_cancellation_until = excluded.free_cancellation_until,
                                    owner_id = excluded.owner_id
                                where schedules.version < excluded.version
                                """)
                        .params(
                                told.scheduleId(),
                                told.eventId(),
                                told.version(),
                                told.title(),
                                told.venue(),
                                told.hall(),
                                told.posterUrl(),
                                Times.param(told.startsAt()),
                                Times.param(told.saleOpensAt()),
                                Times.param(told.saleClosesAt()),
                                told.queued(),
                                told.holdSeconds(),
                                told.seatsPerPersonMax(),
                                text(told.endsAt()),
                                told.refundSteps() == null
                                        ? ""
                                        : JSON.writeValueAsString(told.refundSteps()),
                                text(told.freeCancellationUntil()),
                                told.ownerId() == null ? "" : told.ownerId().toString())
                        .update();
        if (changed > 0) {
            replaceGrades(told);
        }
    }

    private static String text(@Nullable Instant at) {
        return at == null ? "" : at.toString();
    }

    private void replaceGrades(SchedulePublished told) {
        database.sql()
                .sql("delete from schedule_grades where schedule_id = ?")
                .param(told.scheduleId())
                .update();
        for (SchedulePublished.Grade grade : told.grades()) {
            database.sql()
                    .sql("insert into schedule_grades (schedule_id, code, price) values (?, ?, ?)")
                    .params(told.scheduleId(), grade.code(), grade.priceWon())
                    .update();
        }
    }

    /** Remembers that a show does not take place. */
    public void cancel(ScheduleCancelled told) {
        database.sql()
                .sql(
                        """
                        insert into cancelled_schedules (schedule_id, cancelled_at) values (?, ?)
                        on conflict do nothing
                        """)
                .params(told.scheduleId(), Times.param(told.cancelledAt()))
                .update();
    }

    /**
     * What this context knows of a schedule, for the catalogue.
     *
     * @param declined a version of its seats that came too late to be sold, or 0
     */
    ScheduleHeardByReservation heard(UUID scheduleId, int declined) {
        return database.sql()
                .sql(
                        """
                        select i as schedule_id,
                               coalesce((select version from schedules where id = i), 0) as version,
                               greatest(?, coalesce((select version from inventories
                                                     where schedule_id = i), 0))
                                   as inventory_version,
                               exists (select from cancelled_schedules where schedule_id = i)
                                   as cancelled
                        from (values (?::uuid)) one (i)
                        """)
                .params(declined, scheduleId)
                .query(ScheduleHeardByReservation.class)
                .single();
    }

    /**
     * A schedule whose gate must work. Compared by all of its fields, by which the jobs notice that
     * its seats have changed.
     */
    public record OnSale(UUID id, int inventoryVersion, int seatCount) {}

    /** All schedules from an hour before their sale to its end, read in pages. */
    public List<OnSale> onSale() {
        List<OnSale> all = new ArrayList<>();
        UUID after = new UUID(0, 0);
        List<OnSale> page;
        do {
            page = onSale(after);
            all.addAll(page);
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == PAGE);
        return all;
    }

    private List<OnSale> onSale(UUID after) {
        return database.sql()
                .sql(
                        """
                        select s.id, i.version, i.seat_count
                        from schedules s join inventories i on i.schedule_id = s.id
                        where now() > sale_opens_at - interval '1 hour' and now() < sale_closes_at
                          and not exists (select from cancelled_schedules c
                                          where c.schedule_id = s.id)
                          and s.id > ?
                        order by s.id limit ?
                        """)
                .params(after, PAGE)
                .query((row, _) ->
                        new OnSale(row.getObject(1, UUID.class), row.getInt(2), row.getInt(3)))
                .list();
    }
}
