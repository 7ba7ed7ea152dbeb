package onsale.reservation.ticket;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/** Tickets, which are never deleted: those of a cancelled reservation are void. */
public final class TicketStore {

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
}
