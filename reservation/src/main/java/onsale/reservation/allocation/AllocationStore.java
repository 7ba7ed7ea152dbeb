package onsale.reservation.allocation;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.Reservation.Kind;
import onsale.reservation.hold.HoldStatements;
import org.jspecify.annotations.Nullable;

/** The SQL of allocations: reservations that nobody pays. */
public final class AllocationStore {

    /** Like that of a hold, but nothing is paid, nothing expires and the sale need not be open. */
    private static final String INSERT_RESERVATION =
            """
            insert into reservations
                (id, number, user_id, person_id, schedule_id, status, counted, total_amount,
                 hold_expires_at, idempotency_key, request_hash, title, venue, hall, poster_url,
                 starts_at, kind, note, confirmed_at)
            select :id, 'B-' || to_char(now() at time zone :zone, 'YYYYMMDD') || '-'
                       || case when n < 1000000 then lpad(n::text, 6, '0') else n::text end,
                   :user, :person, s.id, 'CONFIRMED', :count, 0,
                   now(), :key, :hash, s.title, s.venue, s.hall, s.poster_url,
                   s.starts_at, :kind, :note, now()
            from schedules s join inventories i on i.schedule_id = s.id,
                 nextval('reservation_numbers') n
            where s.id = :schedule and coalesce(s.ends_at, s.starts_at) > now()
              and not exists (select from cancelled_schedules c where c.schedule_id = s.id)
            """;

    private static final String INSERT_SEATS =
            """
            insert into reservation_seats
                (reservation_id, schedule_id, ordinal, seat_id, seat_number, grade, price, zone)
            select ?, p.schedule_id, p.ordinal, w.seat_id,
                   concat_ws(' ', nullif(p.floor, ''), nullif(p.section, ''),
                             nullif(p.row_name, ''), nullif(p.number, '')),
                   p.grade, 0, p.zone
            from unnest(?::int[], ?::uuid[]) w(ordinal, seat_id)
            join seats p on p.schedule_id = ? and p.ordinal = w.ordinal
            order by p.ordinal
            """;

    private final Database database;
    private final ZoneId zone;

    /**
     * Creates the store.
     *
     * @param zone whose date stands in the numbers of reservations
     */
    public AllocationStore(Database database, ZoneId zone) {
        this.database = database;
        this.zone = zone;
    }

    /** Whether the schedule is known and is the actor's; administrators have all of them. */
    boolean isOwn(Actor actor, UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from schedules
                                       where id = ? and (owner_id = ? or ?))
                        """)
                .params(scheduleId, actor.userId(), actor.isAdministrator())
                .query(Boolean.class)
                .single();
    }

    /** An allocation to insert; its seats by ordinal, ascending. */
    record New(
            UUID id,
            UUID userId,
            UUID scheduleId,
            Kind kind,
            String note,
            String key,
            byte[] hash,
            List<Integer> ordinals,
            List<UUID> seatIds) {

        /** Whose seats these are counted as: no limit of a person counts for an organiser. */
        String personId() {
            return "allocation " + id;
        }
    }

    /** Ends holds of these seats that are over, like the next fan does. */
    void endStale(UUID scheduleId, List<Integer> ordinals) {
        Integer[] array = ordinals.toArray(Integer[]::new);
        database.sql()
                .sql(HoldStatements.LOCK_STALE)
                .params(scheduleId, array)
                .query(UUID.class)
                .list();
        database.sql().sql(HoldStatements.END_STALE).params(scheduleId, array).update();
    }

    /**
     * Inserts an allocation with its seats. Returns false if the show is over or cancelled, or not
     * all of its seats are known.
     *
     * @throws org.springframework.dao.DuplicateKeyException if a seat is taken or the request known
     */
    boolean insert(New made) {
        int inserted =
                database.sql()
                        .sql(INSERT_RESERVATION)
                        .param("id", made.id)
                        .param("zone", zone.getId())
                        .param("user", made.userId)
                        .param("person", made.personId())
                        .param("count", made.ordinals.size())
                        .param("key", made.key)
                        .param("hash", made.hash)
                        .param("kind", made.kind.name())
                        .param("note", made.note)
                        .param("schedule", made.scheduleId)
                        .update();
        if (inserted == 0) {
            return false;
        }
        int seats =
                database.sql()
                        .sql(INSERT_SEATS)
                        .params(
                                made.id,
                                made.ordinals.toArray(Integer[]::new),
                                made.seatIds.toArray(UUID[]::new),
                                made.scheduleId)
                        .update();
        if (seats != made.ordinals.size()) {
            throw new IllegalStateException("seats of " + made.scheduleId + " are missing");
        }
        database.sql()
                .sql(
                        "insert into person_seats (schedule_id, person_id, n, n_max) values (?, ?, ?, ?)")
                .params(made.scheduleId, made.personId(), seats, seats)
                .update();
        return true;
    }

    /** A seat of an allocation. */
    public record AllocatedSeat(UUID seatId, String seatNumber, String grade) {}

    /** An allocation without its seats, which follow by {@link #seats}. */
    record Listed(UUID id, String number, Kind kind, String note, Instant createdAt) {}

    /** The allocations of a schedule that still have seats, the newest first. */
    List<Listed> list(UUID scheduleId, @Nullable Kind kind, int page, int size) {
        return database.sql()
                .sql(
                        """
                        select id, number, kind, note, created_at from reservations
                        where schedule_id = ? and kind <> 'SALE' and status = 'CONFIRMED'
                          and (kind = ? or ? = '')
                        order by created_at desc, id limit ? offset ?
                        """)
                .params(scheduleId, name(kind), name(kind), size, (long) page * size)
                .query((row, _) ->
                        new Listed(
                                row.getObject("id", UUID.class),
                                row.getString("number"),
                                Kind.valueOf(row.getString("kind")),
                                row.getString("note"),
                                Times.read(row, "created_at")))
                .list();
    }

    long count(UUID scheduleId, @Nullable Kind kind) {
        return database.sql()
                .sql(
                        """
                        select count(*) from reservations
                        where schedule_id = ? and kind <> 'SALE' and status = 'CONFIRMED'
                          and (kind = ? or ? = '')
                        """)
                .params(scheduleId, name(kind), name(kind))
                .query(Long.class)
                .single();
    }

    private static String name(@Nullable Kind kind) {
        return kind == null ? "" : kind.name();
    }

    List<AllocatedSeat> seats(UUID id) {
        return database.sql()
                .sql(
                        """
                        select seat_id, seat_number, grade from reservation_seats
                        where reservation_id = ? and active order by ordinal
                        """)
                .param(id)
                .query(AllocatedSeat.class)
                .list();
    }

    /** A seat that is not free. */
    public record TakenSeat(int ordinal, String by) {}

    /** The seats that are not free: {@code HELD}, or what they are sold or allocated as. */
    List<TakenSeat> taken(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select s.ordinal,
                               case when r.status = 'PENDING' then 'HELD' else r.kind end as by
                        from reservation_seats s join reservations r on r.id = s.reservation_id
                        where s.schedule_id = ? and s.active
                          and not (r.status = 'PENDING' and r.order_id is null
                                   and r.hold_expires_at <= now())
                        order by s.ordinal
                        """)
                .param(scheduleId)
                .query(TakenSeat.class)
                .list();
    }

    /** The allocation that this request made before. */
    Optional<UUID> ofRequest(UUID userId, String key) {
        return database.sql()
                .sql("select id from reservations where user_id = ? and idempotency_key = ?")
                .params(userId, key)
                .query(UUID.class)
                .optional();
    }
}
