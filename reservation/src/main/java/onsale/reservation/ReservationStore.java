package onsale.reservation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.SeatsSold;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Reservations after their hold: every change locks the row first. */
final class ReservationStore {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** One query for a whole reservation; {@code expired} is by the database's clock. */
    private static final String SELECT =
            """
            select r.*, r.status = 'PENDING' and r.hold_expires_at <= clock_timestamp() as expired,
                   (select json_agg(json_build_object(
                               'seatId', s.seat_id, 'ordinal', s.ordinal,
                               'seatNumber', s.seat_number, 'grade', s.grade, 'price', s.price,
                               'zone', s.zone, 'active', s.active) order by s.ordinal)
                    from reservation_seats s where s.reservation_id = r.id) as seats
            from reservations r
            """;

    private final Database database;

    ReservationStore(Database database) {
        this.database = database;
    }

    Optional<Reservation> find(UUID id) {
        return database.sql()
                .sql(SELECT + "where r.id = ?")
                .param(id)
                .query(ReservationStore::read)
                .optional();
    }

    /**
     * Nobody else changes it until this transaction ends. Locked first and read then: what comes
     * with a lock that was waited for may be older than it.
     */
    Optional<Reservation> lock(UUID id) {
        return database
                .queryAfter(
                        "select id from reservations where id = ? for update",
                        SELECT + "where r.id = ?",
                        ReservationStore::read,
                        id,
                        id)
                .stream()
                .findFirst();
    }

    Optional<Reservation> findByRequest(UUID userId, String idempotencyKey) {
        return database.sql()
                .sql(SELECT + "where r.user_id = ? and r.idempotency_key = ?")
                .params(userId, idempotencyKey)
                .query(ReservationStore::read)
                .optional();
    }

    List<Reservation> ofUser(UUID userId, int size, int offset) {
        return database.sql()
                .sql(
                        SELECT
                                + "where r.user_id = ? order by r.created_at desc, r.id limit ? offset ?")
                .params(userId, size, offset)
                .query(ReservationStore::read)
                .list();
    }

    long countOfUser(UUID userId) {
        return database.sql()
                .sql("select count(*) from reservations where user_id = ?")
                .param(userId)
                .query(Long.class)
                .single();
    }

    /** Which of these seats somebody has. */
    List<Integer> taken(UUID scheduleId, List<Integer> ordinals) {
        return database.sql()
                .sql(
                        """
                        select ordinal from reservation_seats
                        where schedule_id = ? and ordinal = any(?) and active order by ordinal
                        """)
                .params(scheduleId, ordinals.toArray(Integer[]::new))
                .query(Integer.class)
                .list();
    }

    boolean hasBought(UUID admissionId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from reservations
                                       where admission_id = ? and status = 'CONFIRMED')
                        """)
                .param(admissionId)
                .query(Boolean.class)
                .single();
    }

    List<Integer> takenByOthers(UUID id, List<Integer> ordinals) {
        return database.sql()
                .sql(
                        """
                        select s.ordinal from reservation_seats s
                        join reservations r on r.id = ? and r.schedule_id = s.schedule_id
                        where s.ordinal = any(?) and s.active and s.reservation_id <> r.id
                        order by s.ordinal
                        """)
                .params(id, ordinals.toArray(Integer[]::new))
                .query(Integer.class)
                .list();
    }

    /** Free places of a standing zone, from a random one on; others may want them too. */
    List<Integer> freePlaces(UUID scheduleId, String zone, int count, int from) {
        String select =
                """
                select p.ordinal from seats p
                where p.schedule_id = ? and p.zone = ? and p.ordinal >= ?
                  and not exists (select from reservation_seats s
                                  join reservations r on r.id = s.reservation_id
                                  where s.schedule_id = p.schedule_id and s.ordinal = p.ordinal
                                    and s.active
                                    and not (r.status = 'PENDING' and r.order_id is null
                                             and r.hold_expires_at <= now()))
                order by p.ordinal limit ?
                """;
        List<Integer> found = places(select, scheduleId, zone, from, count);
        return found.size() == count ? found : places(select, scheduleId, zone, 0, count);
    }

    private List<Integer> places(String sql, UUID scheduleId, String zone, int from, int count) {
        return database.sql()
                .sql(sql)
                .params(scheduleId, zone, from, count)
                .query(Integer.class)
                .list();
    }

    // ---- changes; the row is locked

    /** Takes the seats away and ends the reservation; the person may have others instead. */
    void cancel(Reservation reservation, Reason reason) {
        database.sql()
                .sql(
                        """
                        update reservations
                        set status = 'CANCELLED', cancel_reason = ?, cancelled_at = now(),
                            updated_at = now()
                        where id = ?
                        """)
                .params(reason.name(), reservation.id())
                .update();
        deactivate(reservation.id(), reservation.activeOrdinals());
        voidTickets(reservation.id());
        countPerson(reservation, -reservation.counted());
    }

    /**
     * Holds that are over give way to who wants their seats; {@link #settle} does the rest. Locked
     * first and looked at again, as in {@link HoldStore}.
     */
    void endStale(UUID scheduleId, List<Integer> ordinals) {
        Integer[] wanted = ordinals.toArray(Integer[]::new);
        database.sql().sql(HoldStore.LOCK_STALE).params(scheduleId, wanted).query(row -> {});
        database.sql().sql(HoldStore.END_STALE).params(scheduleId, wanted).update();
    }

    void deactivate(UUID id, List<Integer> ordinals) {
        database.sql()
                .sql(
                        """
                        update reservation_seats set active = false
                        where reservation_id = ? and ordinal = any(?)
                        """)
                .params(id, ordinals.toArray(Integer[]::new))
                .update();
    }

    void activate(Reservation reservation, Schedule schedule, List<Integer> ordinals) {
        database.sql()
                .sql(
                        HoldStore.INSERT_SEATS
                                + """
                                on conflict (reservation_id, ordinal)
                                    do update set active = true, price = excluded.price
                                """)
                .params(
                        reservation.id(),
                        ordinals.toArray(Integer[]::new),
                        schedule.seats(ordinals).toArray(UUID[]::new),
                        schedule.id())
                .update();
    }

    /** What the active seats cost becomes the amount; returns it. */
    long recount(UUID id) {
        return database.sql()
                .sql(
                        """
                        update reservations
                        set total_amount = (select sum(price) from reservation_seats
                                            where reservation_id = reservations.id and active),
                            updated_at = now()
                        where id = ? returning total_amount
                        """)
                .param(id)
                .query(Long.class)
                .single();
    }

    /** Last in every transaction: the row is one that many may want. */
    void countPerson(Reservation reservation, int difference) {
        if (difference != 0) {
            database.sql()
                    .sql("update reservations set counted = counted + ? where id = ?")
                    .params(difference, reservation.id())
                    .update();
            database.sql()
                    .sql(
                            """
                            update person_seats set n = n + ?
                            where schedule_id = ? and person_id = ?
                            """)
                    .params(difference, reservation.scheduleId(), reservation.personId())
                    .update();
        }
    }

    void extend(UUID id, Duration by) {
        database.sql()
                .sql(
                        """
                        update reservations
                        set hold_expires_at = hold_expires_at + ? * interval '1 millisecond',
                            extensions = extensions + 1, updated_at = now()
                        where id = ?
                        """)
                .params(by.toMillis(), id)
                .update();
    }

    /** Returns it as it is then. */
    Reservation checkOut(UUID id, UUID orderId) {
        return database.queryAfter(
                        """
                        update reservations
                        set order_id = ?, checked_out_at = now(), updated_at = now()
                        where id = ?
                        """,
                        SELECT + "where r.id = ?",
                        ReservationStore::read,
                        orderId,
                        id,
                        id)
                .getFirst();
    }

    void closeAsked(UUID id, Reason reason) {
        database.sql()
                .sql(
                        """
                        update reservations
                        set close_asked_at = now(), close_reason = ?, updated_at = now()
                        where id = ?
                        """)
                .params(reason.name(), id)
                .update();
    }

    /** By the calendar of the place where shows are. */
    boolean isDayOfShow(UUID id) {
        return database.sql()
                .sql(
                        """
                        select (now() at time zone 'Asia/Seoul')::date
                               >= (starts_at at time zone 'Asia/Seoul')::date
                        from reservations where id = ?
                        """)
                .param(id)
                .query(Boolean.class)
                .single();
    }

    /**
     * Payment's verdict: nothing was or will be paid that counts. Only now may the seats be freed.
     */
    void orderClosed(UUID id) {
        database.sql()
                .sql("update reservations set order_closed_at = now() where id = ?")
                .param(id)
                .update();
    }

    /** Returns since when. */
    Instant confirm(UUID id, UUID paymentId) {
        return database.sql()
                .sql(
                        """
                        update reservations
                        set status = 'CONFIRMED', payment_id = ?, confirmed_at = now(),
                            updated_at = now()
                        where id = ? returning confirmed_at
                        """)
                .params(paymentId, id)
                .query((row, _) -> Times.read(row, "confirmed_at"))
                .single();
    }

    // ---- tickets

    record Ticket(UUID seatId, String seatNumber, String grade, String number, String code) {}

    void issueTicket(UUID id, int ordinal, String number, String code) {
        database.sql()
                .sql(
                        """
                        insert into tickets (reservation_id, ordinal, number, code)
                        values (?, ?, ?, ?)
                        """)
                .params(id, ordinal, number, code)
                .update();
    }

    private void voidTickets(UUID id) {
        database.sql()
                .sql(
                        "update tickets set void_at = now() where reservation_id = ? and void_at is null")
                .param(id)
                .update();
    }

    List<Ticket> tickets(UUID id) {
        return database.sql()
                .sql(
                        """
                        select s.seat_id, s.seat_number, s.grade, t.number, t.code
                        from tickets t join reservation_seats s using (reservation_id, ordinal)
                        where reservation_id = ? and void_at is null order by ordinal
                        """)
                .param(id)
                .query(Ticket.class)
                .list();
    }

    // ---- what time has done

    /** Holds that are over and not checked out; locked, those that others hold are skipped. */
    List<UUID> lockExpired(int max) {
        return database.sql()
                .sql(
                        """
                        select id from reservations
                        where status = 'PENDING' and order_id is null and hold_expires_at <= now()
                        order by hold_expires_at limit ? for update skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** Whose seats were taken over by the next fan and whose end nobody has told yet. */
    List<UUID> lockUnsettled(int max) {
        return database.sql()
                .sql(
                        """
                        select id from reservations where not settled
                        order by id limit ? for update skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** The same for one person, who may want other seats now. */
    List<UUID> lockEndedOf(String personId, UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select id from reservations
                        where person_id = ? and schedule_id = ?
                          and (not settled or (status = 'PENDING' and order_id is null
                                               and hold_expires_at <= now()))
                        order by id for update
                        """)
                .params(personId, scheduleId)
                .query(UUID.class)
                .list();
    }

    void settle(Reservation reservation) {
        database.sql()
                .sql("update reservations set settled = true where id = ?")
                .param(reservation.id())
                .update();
        countPerson(reservation, -reservation.counted());
    }

    /** Checked out, out of time, and payment has not been asked to close the order yet. */
    List<UUID> lockOverdue(int max) {
        return database.sql()
                .sql(
                        """
                        select id from reservations
                        where status = 'PENDING' and order_id is not null and close_asked_at is null
                          and hold_expires_at <= now()
                        order by hold_expires_at limit ? for update skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** Those with seats of a show that does not take place and that nobody has dealt with. */
    List<UUID> lockOfCancelledShows(int max) {
        return database.sql()
                .sql(
                        """
                        select r.id from reservations r
                        join cancelled_schedules c using (schedule_id)
                        where r.status in ('PENDING', 'CONFIRMED')
                          and not (r.status = 'PENDING' and r.close_asked_at is not null)
                        order by r.id limit ? for update of r skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** A seat that a reservation has. */
    record Owned(int ordinal, boolean sold, long leftMillis, UUID userId, String idempotencyKey) {

        String holder() {
            return Holder.of(userId, idempotencyKey).tag();
        }
    }

    /** All seats of a schedule that are held or sold, at one moment. */
    List<Owned> owned(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select s.ordinal, r.status <> 'PENDING' as sold,
                               case when r.order_id is not null then 86400000
                                    else (extract(epoch from r.hold_expires_at - now()) * 1000)::bigint
                               end as left_millis,
                               r.user_id, r.idempotency_key
                        from reservation_seats s join reservations r on r.id = s.reservation_id
                        where s.schedule_id = ? and s.active
                          and not (r.status = 'PENDING' and r.order_id is null
                                   and r.hold_expires_at <= now())
                        """)
                .param(scheduleId)
                .query(Owned.class)
                .list();
    }

    /** The sold seats of a schedule, read no earlier than the database's clock said this. */
    record Sold(Instant asOf, List<SeatsSold.Sale> sales) {}

    Sold sold(UUID scheduleId) {
        Instant asOf =
                database.sql()
                        .sql("select now() as now")
                        .query((row, _) -> Times.read(row, "now"))
                        .single();
        List<SeatsSold.Sale> sales =
                database.sql()
                        .sql(
                                """
                                select r.id, s.ordinal, r.confirmed_at
                                from reservation_seats s join reservations r on r.id = s.reservation_id
                                where s.schedule_id = ? and s.active and r.status = 'CONFIRMED'
                                order by s.ordinal
                                """)
                        .param(scheduleId)
                        .query((row, _) ->
                                new SeatsSold.Sale(
                                        row.getObject("id", UUID.class),
                                        row.getInt("ordinal"),
                                        Times.read(row, "confirmed_at")))
                        .list();
        return new Sold(asOf, sales);
    }

    private static Reservation read(ResultSet row, int number) throws SQLException {
        @Nullable String seats = row.getString("seats");
        return new Reservation(
                row.getObject("id", UUID.class),
                row.getString("number"),
                row.getObject("user_id", UUID.class),
                row.getString("person_id"),
                row.getObject("schedule_id", UUID.class),
                Status.valueOf(row.getString("status")),
                row.getLong("total_amount"),
                row.getInt("counted"),
                Times.read(row, "hold_expires_at"),
                row.getBoolean("expired"),
                row.getInt("extensions"),
                row.getString("idempotency_key"),
                row.getBytes("request_hash"),
                row.getObject("order_id", UUID.class),
                Times.readOrNull(row, "close_asked_at"),
                row.getObject("payment_id", UUID.class),
                Times.readOrNull(row, "confirmed_at"),
                Times.readOrNull(row, "cancelled_at"),
                row.getString("cancel_reason"),
                row.getString("title"),
                row.getString("venue"),
                row.getString("hall"),
                row.getString("poster_url"),
                Times.read(row, "starts_at"),
                Times.read(row, "created_at"),
                seats == null ? List.of() : Arrays.asList(JSON.readValue(seats, Seat[].class)));
    }
}
