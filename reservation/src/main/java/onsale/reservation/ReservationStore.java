package onsale.reservation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.Reservation.Kind;
import onsale.reservation.Reservation.Order;
import onsale.reservation.Reservation.Request;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Show;
import onsale.reservation.Reservation.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Reads and locks reservations. Every change of one locks its row first. */
public final class ReservationStore {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * One query for a whole reservation; {@code expired} is by the database's clock. The date of
     * the show is the one that counts now, until the reservation ends.
     */
    private static final String SELECT =
            """
            select r.*, coalesce(
                       case when r.status <> 'CANCELLED'
                            then (select c.starts_at from schedules c where c.id = r.schedule_id)
                       end, r.starts_at) as show_starts_at,
                   r.status = 'PENDING' and r.hold_expires_at <= clock_timestamp() as expired,
                   (select json_agg(json_build_object(
                               'seatId', s.seat_id, 'ordinal', s.ordinal,
                               'seatNumber', s.seat_number, 'grade', s.grade, 'price', s.price,
                               'zone', s.zone, 'active', s.active, 'fee', s.fee,
                               'cancelledAt', s.cancelled_at) order by s.ordinal)
                    from reservation_seats s where s.reservation_id = r.id) as seats
            from reservations r
            """;

    private static final String SELECT_BY_ID = SELECT + "where r.id = ?";

    /** The same of what is archived: the rows come out of its document. */
    private static final String SELECT_ARCHIVED =
            SELECT.replace(
                            "from reservation_seats s",
                            """
                            from archived_reservations b
                            cross join lateral jsonb_populate_recordset(
                                null::reservation_seats, b.document -> 'seats') s
                            """)
                    .replace("where s.reservation_id = r.id", "where b.id = r.id")
                    .replace(
                            "from reservations r",
                            """
                            from archived_reservations a
                            cross join lateral jsonb_populate_record(
                                null::reservations, a.document -> 'reservation') r
                            """);

    private final Database database;

    public ReservationStore(Database database) {
        this.database = database;
    }

    public Optional<Reservation> find(UUID id) {
        return database.sql().sql(SELECT_BY_ID).param(id).query(ReservationStore::read).optional();
    }

    /**
     * Locks a reservation until the end of the transaction and reads it. The lock comes first: what
     * is read together with a lock that had to wait may be older than the lock.
     */
    public Optional<Reservation> lock(UUID id) {
        return database
                .queryAfter(
                        "select id from reservations where id = ? for update",
                        SELECT_BY_ID,
                        ReservationStore::read,
                        id,
                        id)
                .stream()
                .findFirst();
    }

    /** Locks reservations, in the order of their ids, and reads them in the same round trip. */
    public Map<UUID, Reservation> lockAll(Collection<UUID> ids) {
        UUID[] array = ids.toArray(UUID[]::new);
        Map<UUID, Reservation> locked = new HashMap<>();
        database.queryAfter(
                        "select id from reservations where id = any(?) order by id for update",
                        SELECT + "where r.id = any(?)",
                        ReservationStore::read,
                        array,
                        array)
                .forEach(reservation -> locked.put(reservation.id(), reservation));
        return locked;
    }

    /** Locks a reservation of this user; empty if there is none or it is somebody else's. */
    public Optional<Reservation> lockOwn(UUID userId, UUID id) {
        return lock(id).filter(reservation -> reservation.belongsTo(userId));
    }

    /**
     * Sets columns of a locked reservation and returns it as it is then, in one round trip.
     *
     * @param assignments as in {@code set}, with a question mark for each parameter
     */
    public Reservation update(UUID id, String assignments, Object... params) {
        List<Object> all = new ArrayList<>(Arrays.asList(params));
        all.add(id);
        return readAfter(
                        "update reservations set "
                                + assignments
                                + ", updated_at = now() where id = ?",
                        id,
                        all.toArray())
                .orElseThrow();
    }

    /**
     * Runs a statement and reads a reservation as it is then, in one round trip.
     *
     * @param params those of the statement
     */
    public Optional<Reservation> readAfter(String statement, UUID id, Object... params) {
        List<Object> all = new ArrayList<>(Arrays.asList(params));
        all.add(id);
        return database
                .queryAfter(statement, SELECT_BY_ID, ReservationStore::read, all.toArray())
                .stream()
                .findFirst();
    }

    /** The reservation that this request has made. */
    public Optional<Reservation> findByRequest(UUID userId, String idempotencyKey) {
        return database.sql()
                .sql(SELECT + "where r.user_id = ? and r.idempotency_key = ?")
                .params(userId, idempotencyKey)
                .query(ReservationStore::read)
                .optional();
    }

    /** What is on a fan's list: cancelled ones for a while, unless the fan has removed them. */
    private static final String ON_THE_LIST =
            """
            where r.user_id = :user and r.kind in ('SALE', 'COMPLIMENTARY') and r.removed_at is null
              and (r.status <> 'CANCELLED' or r.cancelled_at > now() - :shownFor * interval '1 s')
            """;

    List<Reservation> ofUser(UUID userId, Duration cancelledShownFor, int size, int offset) {
        return database.sql()
                .sql(
                        SELECT
                                + ON_THE_LIST
                                + "order by r.created_at desc, r.id limit :size offset :offset")
                .param("user", userId)
                .param("shownFor", cancelledShownFor.toSeconds())
                .param("size", size)
                .param("offset", offset)
                .query(ReservationStore::read)
                .list();
    }

    long countOfUser(UUID userId, Duration cancelledShownFor) {
        return database.sql()
                .sql("select count(*) from reservations r " + ON_THE_LIST)
                .param("user", userId)
                .param("shownFor", cancelledShownFor.toSeconds())
                .query(Long.class)
                .single();
    }

    /** The reservations with these ids, archived ones included. */
    public List<Reservation> findAll(Collection<UUID> ids) {
        UUID[] array = ids.toArray(UUID[]::new);
        return both("r.id = any(?)", "a.id = any(?)", array, array, "order by created_at desc, id");
    }

    /** From what is there and from what is archived. */
    private List<Reservation> both(
            String where, String whereArchived, Object param, Object same, String rest) {
        return database.sql()
                .sql(
                        "select * from (%s where %s union all %s where %s) found %s"
                                .formatted(SELECT, where, SELECT_ARCHIVED, whereArchived, rest))
                .params(param, same)
                .query(ReservationStore::read)
                .list();
    }

    /** What reservations are searched by, archived ones included. */
    public enum SearchKey {
        NUMBER("number"),
        PAYMENT("payment_id"),
        USER("user_id");

        private final String column;

        SearchKey(String column) {
            this.column = column;
        }
    }

    public List<Reservation> search(SearchKey key, Object value, int size, int offset) {
        String where = key.column + " = ?";
        return both(
                "r." + where,
                "a." + where,
                value,
                value,
                "order by created_at desc, id limit %d offset %d".formatted(size, offset));
    }

    public long count(SearchKey key, Object value) {
        return database.sql()
                .sql(
                        """
                        select (select count(*) from reservations where %1$s = ?)
                             + (select count(*) from archived_reservations where %1$s = ?)
                        """
                                .formatted(key.column))
                .params(value, value)
                .query(Long.class)
                .single();
    }

    /** The schedules of which somebody holds seats and has not paid. */
    public Set<UUID> schedulesWithHolds() {
        return Set.copyOf(
                database.sql()
                        .sql(
                                "select distinct schedule_id from reservations where status = 'PENDING'")
                        .query(UUID.class)
                        .list());
    }

    /** The seats that are held and not paid, by schedule. */
    Map<UUID, Long> heldSeats() {
        Map<UUID, Long> held = new HashMap<>();
        database.sql()
                .sql(
                        """
                        select r.schedule_id, count(*) from reservations r
                        join reservation_seats s on s.reservation_id = r.id and s.active
                        where r.status = 'PENDING' group by r.schedule_id
                        """)
                .query(row -> {
                    held.put(row.getObject(1, UUID.class), row.getLong(2));
                });
        return held;
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
                new Request(row.getString("idempotency_key"), row.getBytes("request_hash")),
                readOrder(row),
                Times.readOrNull(row, "confirmed_at"),
                Times.readOrNull(row, "cancelled_at"),
                row.getString("cancel_reason"),
                new Show(
                        row.getString("title"),
                        row.getString("venue"),
                        row.getString("hall"),
                        row.getString("poster_url"),
                        Times.read(row, "show_starts_at")),
                Times.read(row, "created_at"),
                seats == null ? List.of() : Arrays.asList(JSON.readValue(seats, Seat[].class)),
                Kind.valueOf(row.getString("kind")),
                row.getString("note"));
    }

    private static @Nullable Order readOrder(ResultSet row) throws SQLException {
        @Nullable UUID id = row.getObject("order_id", UUID.class);
        return id == null
                ? null
                : new Order(
                        id,
                        Times.readOrNull(row, "close_asked_at"),
                        row.getObject("payment_id", UUID.class));
    }
}
