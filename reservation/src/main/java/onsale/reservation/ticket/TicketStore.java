package onsale.reservation.ticket;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** Tickets, which are never deleted: those of a cancelled reservation are void. */
public final class TicketStore {

    private static final String PRINTED =
            """
            select t.number, t.code, t.void_at is not null as is_void, r.title, r.venue,
                   r.hall, r.starts_at, s.seat_number, s.grade, d.door
            from tickets t
            join reservations r on r.id = t.reservation_id
            join reservation_seats s
                on s.reservation_id = t.reservation_id and s.ordinal = t.ordinal
            left join seats p on p.schedule_id = s.schedule_id and p.ordinal = s.ordinal
            left join schedules c on c.id = s.schedule_id
            left join check_in_doors d on d.event_id = c.event_id
                and d.floor = p.floor and d.section = p.section
            """;

    private final Database database;

    public TicketStore(Database database) {
        this.database = database;
    }

    /**
     * A ticket to insert.
     *
     * @param ordinal of its seat
     */
    record NewTicket(UUID reservationId, int ordinal, String number, String code) {}

    void add(List<NewTicket> tickets) {
        database.sql()
                .sql(
                        """
                        insert into tickets (reservation_id, ordinal, number, code)
                        select * from unnest(?::uuid[], ?::int[], ?::text[], ?::text[])
                        """)
                .params(
                        tickets.stream().map(NewTicket::reservationId).toArray(UUID[]::new),
                        tickets.stream().map(NewTicket::ordinal).toArray(Integer[]::new),
                        tickets.stream().map(NewTicket::number).toArray(String[]::new),
                        tickets.stream().map(NewTicket::code).toArray(String[]::new))
                .update();
    }

    /** Makes all tickets of a reservation void. */
    public void voidAll(UUID reservationId) {
        database.sql()
                .sql(
                        "update tickets set void_at = now() where reservation_id = ? and void_at is null")
                .param(reservationId)
                .update();
    }

    /** Makes the tickets of these seats void. */
    public void voidSeats(UUID reservationId, List<Integer> ordinals) {
        database.sql()
                .sql(
                        """
                        update tickets set void_at = now()
                        where reservation_id = ? and ordinal = any(?) and void_at is null
                        """)
                .params(reservationId, ordinals.toArray(Integer[]::new))
                .update();
    }

    /** Whether one of these tickets has entered; none does until the transaction ends. */
    public boolean lockAndSeeUsed(UUID reservationId, List<Integer> ordinals) {
        Integer[] array = ordinals.toArray(Integer[]::new);
        return !database.queryAfter(
                        """
                        select ordinal from tickets
                        where reservation_id = ? and ordinal = any(?) order by ordinal for update
                        """,
                        """
                        select ordinal from ticket_entries
                        where reservation_id = ? and ordinal = any(?)
                        """,
                        (row, _) -> row.getInt("ordinal"),
                        reservationId,
                        array,
                        reservationId,
                        array)
                .isEmpty();
    }

    /** The tickets of a reservation that are not void. */
    public List<Ticket> valid(UUID reservationId) {
        return database.sql()
                .sql(
                        """
                        select s.seat_id, s.seat_number, s.grade, t.number, t.code
                        from tickets t join reservation_seats s using (reservation_id, ordinal)
                        where reservation_id = ? and void_at is null order by ordinal
                        """)
                .param(reservationId)
                .query(Ticket.class)
                .list();
    }

    /** A ticket of this user's reservation with what is printed on it, void or not. */
    public Optional<PrintedTicket> printed(UUID userId, UUID reservationId, String number) {
        return database.sql()
                .sql(PRINTED + "where t.number = ? and t.reservation_id = ? and r.user_id = ?")
                .params(number, reservationId, userId)
                .query(TicketStore::printed)
                .optional();
    }

    /** The tickets of a reservation that are not void, with what is printed on them. */
    List<PrintedTicket> printed(UUID reservationId) {
        return database.sql()
                .sql(
                        PRINTED
                                + "where t.reservation_id = ? and t.void_at is null order by t.ordinal")
                .param(reservationId)
                .query(TicketStore::printed)
                .list();
    }

    private static PrintedTicket printed(ResultSet row, int n) throws SQLException {
        return new PrintedTicket(
                row.getString("number"),
                row.getString("code"),
                row.getBoolean("is_void"),
                row.getString("title"),
                row.getString("venue"),
                row.getString("hall"),
                Times.read(row, "starts_at"),
                row.getString("seat_number"),
                row.getString("grade"),
                row.getString("door"));
    }
}
