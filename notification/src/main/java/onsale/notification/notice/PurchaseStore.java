package onsale.notification.notice;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.ReservationConfirmed;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code purchases}. Messages come in any order and more than once, so each sets its own
 * columns and none takes anything back.
 */
public final class PurchaseStore {

    /** A seat as its owner knows it. */
    record Seat(UUID id, String label) {}

    /**
     * What somebody has bought.
     *
     * @param number null if it was never paid, or nothing has told of that yet
     */
    record Purchase(
            UUID reservationId,
            UUID userId,
            UUID scheduleId,
            @Nullable String number,
            List<Seat> seats) {

        /** The labels of these seats. */
        String labels(Set<UUID> ids) {
            return seats.stream()
                    .filter(seat -> ids.contains(seat.id()))
                    .map(Seat::label)
                    .collect(Collectors.joining(" · "));
        }

        String labels() {
            return seats.stream().map(Seat::label).collect(Collectors.joining(" · "));
        }
    }

    /** A purchase whose owner is to be told of its show. */
    record Due(Purchase purchase, Show show) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<List<Seat>> SEATS = new TypeReference<>() {};

    /** A purchase with its seats that were not given back, and its show. */
    private static final String WITH_SHOW =
            """
            select p.reservation_id, p.user_id, p.number, p.seats,
                   s.schedule_id, s.event_id, s.owner_id, s.version, s.title, s.venue, s.starts_at,
                   s.sale_opens_at, s.free_until, s.cancelled_at
            from purchases p join shows s on s.schedule_id = p.schedule_id
            where p.number is not null and not p.seat_ids <@ p.given_back
              and s.cancelled_at is null and s.starts_at > :now
            """;

    private final Database database;

    public PurchaseStore(Database database) {
        this.database = database;
    }

    void confirmed(ReservationConfirmed told) {
        List<Seat> seats =
                told.seats().stream().map(seat -> new Seat(seat.seatId(), seat.label())).toList();
        database.sql()
                .sql(
                        """
                        insert into purchases (reservation_id, user_id, schedule_id, number, seats,
                                               seat_ids, confirmed_at, changes_told)
                        values (:id, :user, :schedule, :number, :seats, :seatIds::uuid[], :at,
                                coalesce((select changes from shows
                                          where schedule_id = :schedule), 0))
                        on conflict (reservation_id) do update
                        set number = excluded.number, seats = excluded.seats,
                            seat_ids = excluded.seat_ids, confirmed_at = excluded.confirmed_at
                        """)
                .param("id", told.reservationId())
                .param("user", told.userId())
                .param("schedule", told.eventScheduleId())
                .param("number", told.reservationNumber())
                .param("seats", JSON.writeValueAsString(seats))
                .param("seatIds", set(told.seatIds()))
                .param("at", Times.param(told.confirmedAt()))
                .update();
    }

    /** Of all seats or of some, bought or only held. */
    void cancelled(ReservationCancelled told) {
        database.sql()
                .sql(
                        """
                        insert into purchases as p (reservation_id, user_id, schedule_id, given_back)
                        values (:id, :user, :schedule, :seats::uuid[])
                        on conflict (reservation_id) do update
                        set given_back =
                            array(select distinct unnest(p.given_back || excluded.given_back))
                        """)
                .param("id", told.reservationId())
                .param("user", told.userId())
                .param("schedule", told.eventScheduleId())
                .param("seats", told.wasConfirmed() ? set(told.seatIds()) : "{}")
                .update();
    }

    Optional<Purchase> find(UUID reservationId) {
        return database.sql()
                .sql(
                        """
                        select reservation_id, user_id, schedule_id, number, seats from purchases
                        where reservation_id = ?
                        """)
                .param(reservationId)
                .query((row, _) -> purchase(row))
                .optional();
    }

    /** Those whose owners do not know the latest change of their show; locked. */
    List<Due> changedShows(Instant now, int rowsMax) {
        return due("and p.changes_told < s.changes", now, now, rowsMax);
    }

    void toldOfChange(UUID reservationId) {
        database.sql()
                .sql(
                        """
                        update purchases p set changes_told = s.changes from shows s
                        where p.reservation_id = ? and s.schedule_id = p.schedule_id
                        """)
                .param(reservationId)
                .update();
    }

    /**
     * Those whose show starts until then; locked. Who bought later than that long before the show
     * has just been told.
     */
    List<Due> soon(Instant now, Instant until, int rowsMax) {
        return due(
                """
                and s.starts_at <= :until and p.confirmed_at < s.starts_at
                      - (:until::timestamptz - :now::timestamptz)
                and p.reminded_for is distinct from s.starts_at
                """,
                now,
                until,
                rowsMax);
    }

    void reminded(UUID reservationId, Instant startsAt) {
        database.sql()
                .sql("update purchases set reminded_for = ? where reservation_id = ?")
                .params(Times.param(startsAt), reservationId)
                .update();
    }

    private List<Due> due(String condition, Instant now, Instant until, int rowsMax) {
        var sql =
                database.sql()
                        .sql(
                                WITH_SHOW
                                        + condition
                                        + " order by p.reservation_id limit :max"
                                        + " for update of p skip locked")
                        .param("now", Times.param(now))
                        .param("max", rowsMax);
        return (condition.contains(":until") ? sql.param("until", Times.param(until)) : sql)
                .query((row, n) -> new Due(purchase(row), ShowStore.row(row, n)))
                .list();
    }

    /** Forgets what has been over for long. */
    public int deleteOld(Instant before, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from purchases where reservation_id in (
                            select p.reservation_id from purchases p
                            left join shows s on s.schedule_id = p.schedule_id
                            where p.heard_at < :before
                              and (s.starts_at is null or s.starts_at < :before)
                            limit :max)
                        """)
                .param("before", Times.param(before))
                .param("max", rowsMax)
                .update();
    }

    private static Purchase purchase(ResultSet row) throws SQLException {
        return new Purchase(
                row.getObject("reservation_id", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getObject("schedule_id", UUID.class),
                row.getString("number"),
                JSON.readValue(row.getString("seats"), SEATS));
    }

    private static String set(List<UUID> ids) {
        return ids.stream().map(UUID::toString).collect(Collectors.joining(",", "{", "}"));
    }
}
