package onsale.reservation.checkin;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Entries of tickets, the scans behind them, and the rules of each event. */
public final class CheckInStore {

    private static final String SELECT_TICKET =
            """
            select t.reservation_id, t.ordinal, t.number, s.seat_number, s.grade,
                   t.void_at is not null as void, coalesce(u.re_entry, false) as re_entry, d.door
            from tickets t
            join reservation_seats s using (reservation_id, ordinal)
            left join seats p using (schedule_id, ordinal)
            left join schedules c on c.id = s.schedule_id
            left join check_in_rules u on u.event_id = c.event_id
            left join check_in_doors d on d.event_id = c.event_id
                and d.floor = p.floor and d.section = p.section
            """;

    private final Database database;

    public CheckInStore(Database database) {
        this.database = database;
    }

    /** What became of a scan. */
    public enum ScanOutcome {
        ENTERED,
        RE_ENTERED,
        CONFLICT,
        VOID,
        WRONG_DOOR
    }

    /**
     * A ticket at the door.
     *
     * @param door the only door by which it enters; null for any
     */
    public record ScannedTicket(
            UUID reservationId,
            int ordinal,
            String number,
            String seatNumber,
            String grade,
            boolean isVoid,
            boolean reEntry,
            @Nullable String door) {}

    /** The entry of a ticket, and the scan behind it if it is the only one. */
    record Entry(String door, Instant enteredAt, Optional<UUID> scanId) {}

    /** The ticket, locked until the end of the transaction: a cancellation waits or is seen. */
    Optional<ScannedTicket> lock(TicketCode code) {
        database.sql()
                .sql(
                        """
                        select number from tickets
                        where reservation_id = ? and ordinal = ? for update
                        """)
                .params(code.reservationId(), code.ordinal())
                .query(row -> {});
        return database.sql()
                .sql(SELECT_TICKET + "where t.reservation_id = ? and t.ordinal = ?")
                .params(code.reservationId(), code.ordinal())
                .query(CheckInStore::ticket)
                .optional();
    }

    private static ScannedTicket ticket(ResultSet row, int number) throws SQLException {
        return new ScannedTicket(
                row.getObject("reservation_id", UUID.class),
                row.getInt("ordinal"),
                row.getString("number"),
                row.getString("seat_number"),
                row.getString("grade"),
                row.getBoolean("void"),
                row.getBoolean("re_entry"),
                row.getString("door"));
    }

    /** Writes that a ticket enters; if it has entered before, returns that entry instead. */
    Optional<Entry> enter(Scan scan, ScannedTicket ticket) {
        int entered =
                database.sql()
                        .sql(
                                """
                                insert into ticket_entries
                                    (reservation_id, ordinal, door, entered_at)
                                values (?, ?, ?, ?) on conflict do nothing
                                """)
                        .params(
                                ticket.reservationId,
                                ticket.ordinal,
                                scan.door(),
                                Times.param(scan.scannedAt()))
                        .update();
        return entered == 1 ? Optional.empty() : Optional.of(entry(ticket));
    }

    private Entry entry(ScannedTicket ticket) {
        return database.sql()
                .sql(
                        """
                        select e.door, e.entered_at, s.id from ticket_entries e
                        left join check_in_scans s on s.reservation_id = e.reservation_id
                            and s.ordinal = e.ordinal and s.outcome = 'ENTERED'
                        where e.reservation_id = ? and e.ordinal = ? limit 1
                        """)
                .params(ticket.reservationId, ticket.ordinal)
                .query((row, _) ->
                        new Entry(
                                row.getString("door"),
                                Times.read(row, "entered_at"),
                                Optional.ofNullable(row.getObject("id", UUID.class))))
                .single();
    }

    /** Keeps a scan; the same one again is kept once. */
    void add(Scan scan, ScannedTicket ticket, ScanOutcome outcome) {
        database.sql()
                .sql(
                        """
                        insert into check_in_scans
                            (id, schedule_id, reservation_id, ordinal, door, scanned_at, offline,
                             outcome)
                        values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing
                        """)
                .params(
                        scan.id(),
                        scan.scheduleId(),
                        ticket.reservationId,
                        ticket.ordinal,
                        scan.door(),
                        Times.param(scan.scannedAt()),
                        scan.offline(),
                        outcome.name())
                .update();
    }

    /**
     * A ticket on the list of an offline scanner.
     *
     * @param codeHash SHA-256 of its code in hexadecimal digits: whoever finds the list cannot make
     *     tickets of it
     */
    public record ListedTicket(
            String codeHash,
            String number,
            String seatNumber,
            String grade,
            @Nullable String door,
            @Nullable String usedDoor,
            @Nullable Instant usedAt) {}

    /** The valid tickets of a show by number, some at a time. */
    public List<ListedTicket> list(UUID scheduleId, String after, int max) {
        return database.sql()
                .sql(
                        """
                        select encode(sha256(convert_to(t.code, 'UTF8')), 'hex') as code_hash,
                               t.number, s.seat_number, s.grade, d.door,
                               e.door as used_door, e.entered_at
                        from reservations r
                        join tickets t on t.reservation_id = r.id and t.void_at is null
                        join reservation_seats s
                            on s.reservation_id = t.reservation_id and s.ordinal = t.ordinal
                        left join seats p on p.schedule_id = s.schedule_id and p.ordinal = s.ordinal
                        left join schedules c on c.id = s.schedule_id
                        left join check_in_doors d on d.event_id = c.event_id
                            and d.floor = p.floor and d.section = p.section
                        left join ticket_entries e
                            on e.reservation_id = t.reservation_id and e.ordinal = t.ordinal
                        where r.schedule_id = ? and r.status = 'CONFIRMED' and t.number > ?
                        order by t.number limit ?
                        """)
                .params(scheduleId, after, max)
                .query((row, _) ->
                        new ListedTicket(
                                row.getString("code_hash"),
                                row.getString("number"),
                                row.getString("seat_number"),
                                row.getString("grade"),
                                row.getString("door"),
                                row.getString("used_door"),
                                Times.readOrNull(row, "entered_at")))
                .list();
    }

    /** A scan that let somebody in who should not have entered, and the entry before it. */
    public record Conflict(
            String number,
            String seatNumber,
            ScanOutcome outcome,
            String door,
            Instant scannedAt,
            @Nullable String firstDoor,
            @Nullable Instant firstAt) {}

    /** The latest conflicts of a show. */
    public List<Conflict> conflicts(UUID scheduleId, int max) {
        return database.sql()
                .sql(
                        """
                        select t.number, s.seat_number, c.outcome, c.door, c.scanned_at,
                               e.door as first_door, e.entered_at as first_at
                        from check_in_scans c
                        join tickets t using (reservation_id, ordinal)
                        join reservation_seats s using (reservation_id, ordinal)
                        left join ticket_entries e using (reservation_id, ordinal)
                        where c.schedule_id = ? and c.outcome not in ('ENTERED', 'RE_ENTERED')
                        order by c.scanned_at desc, c.id limit ?
                        """)
                .params(scheduleId, max)
                .query((row, _) ->
                        new Conflict(
                                row.getString("number"),
                                row.getString("seat_number"),
                                ScanOutcome.valueOf(row.getString("outcome")),
                                row.getString("door"),
                                Times.read(row, "scanned_at"),
                                row.getString("first_door"),
                                Times.readOrNull(row, "first_at")))
                .list();
    }

    /** By which door a section enters. */
    public record SectionDoor(String floor, String section, String door) {}

    /** The rules of an event; those of an event without any are open. */
    public record Rules(boolean reEntry, List<SectionDoor> doors) {}

    /** The event of a schedule that is known here. */
    public Optional<UUID> eventOf(UUID scheduleId) {
        return database.sql()
                .sql("select event_id from schedules where id = ?")
                .param(scheduleId)
                .query(UUID.class)
                .optional();
    }

    /** Whether a schedule of this event is known here. */
    public boolean isEvent(UUID eventId) {
        return database.sql()
                .sql("select exists (select from schedules where event_id = ?)")
                .param(eventId)
                .query(Boolean.class)
                .single();
    }

    public Rules rules(UUID eventId) {
        boolean reEntry =
                database.sql()
                        .sql("select re_entry from check_in_rules where event_id = ?")
                        .param(eventId)
                        .query(Boolean.class)
                        .optional()
                        .orElse(false);
        return new Rules(
                reEntry,
                database.sql()
                        .sql(
                                """
                                select floor, section, door from check_in_doors
                                where event_id = ? order by floor, section
                                """)
                        .param(eventId)
                        .query(SectionDoor.class)
                        .list());
    }

    /** Replaces the rules of an event. */
    public void replaceRules(UUID eventId, Rules rules) {
        database.inTransaction(() -> {
            database.sql()
                    .sql(
                            """
                            insert into check_in_rules (event_id, re_entry) values (?, ?)
                            on conflict (event_id) do update set re_entry = excluded.re_entry
                            """)
                    .params(eventId, rules.reEntry)
                    .update();
            database.sql()
                    .sql("delete from check_in_doors where event_id = ?")
                    .param(eventId)
                    .update();
            for (SectionDoor one : rules.doors) {
                database.sql()
                        .sql(
                                """
                                insert into check_in_doors (event_id, floor, section, door)
                                values (?, ?, ?, ?)
                                on conflict (event_id, floor, section)
                                    do update set door = excluded.door
                                """)
                        .params(eventId, one.floor, one.section, one.door)
                        .update();
            }
        });
    }
}
