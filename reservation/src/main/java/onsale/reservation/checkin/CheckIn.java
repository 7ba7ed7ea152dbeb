package onsale.reservation.checkin;

import java.time.Instant;
import java.util.Optional;
import onsale.platform.db.Database;
import onsale.platform.pass.Passes;
import onsale.reservation.checkin.CheckInStore.Entry;
import onsale.reservation.checkin.CheckInStore.ScanOutcome;
import onsale.reservation.checkin.CheckInStore.ScannedTicket;

/**
 * Lets a ticket in once, whichever of many doors asks first: the insert of its entry decides. What
 * an offline scanner let in before is written down as it was, with the entry that came first beside
 * it.
 */
public final class CheckIn {

    private final Database database;
    private final CheckInStore store;
    private final Passes passes;

    public CheckIn(Database database, CheckInStore store, Passes passes) {
        this.database = database;
        this.store = store;
        this.passes = passes;
    }

    /** The outcome of a scan. */
    public sealed interface Outcome {
        /** May enter; again, if the event allows to come back. */
        record Entered(ScannedTicket ticket, boolean again, Instant at) implements Outcome {}

        /** Has entered before, by this door and at this time. */
        record Used(ScannedTicket ticket, String door, Instant at) implements Outcome {}

        /** Was cancelled. */
        record Cancelled(ScannedTicket ticket) implements Outcome {}

        /** Enters by another door. */
        record WrongDoor(ScannedTicket ticket, String door) implements Outcome {}

        /** Is for another show. */
        record OtherShow() implements Outcome {}

        /** Is no ticket of ours, or of a show that was over a day ago. */
        record Unknown() implements Outcome {}
    }

    public Outcome run(Scan scan) {
        Optional<TicketCode> code = TicketCode.read(passes, scan.code());
        if (code.isEmpty()) {
            return new Outcome.Unknown();
        }
        if (!code.get().scheduleId().equals(scan.scheduleId())) {
            return new Outcome.OtherShow();
        }
        return database.inTransaction(() ->
                store.lock(code.get())
                        .map(ticket -> decide(scan, ticket))
                        .orElseGet(Outcome.Unknown::new));
    }

    private Outcome decide(Scan scan, ScannedTicket ticket) {
        if (ticket.isVoid()) {
            note(scan, ticket, ScanOutcome.VOID);
            return new Outcome.Cancelled(ticket);
        }
        if (ticket.door() != null && !ticket.door().equals(scan.door())) {
            note(scan, ticket, ScanOutcome.WRONG_DOOR);
            return new Outcome.WrongDoor(ticket, ticket.door());
        }
        Optional<Entry> before = store.enter(scan, ticket);
        if (before.isEmpty()) {
            store.add(scan, ticket, ScanOutcome.ENTERED);
            return new Outcome.Entered(ticket, false, scan.scannedAt());
        }
        if (before.get().scanId().isPresent() && before.get().scanId().get().equals(scan.id())) {
            return new Outcome.Entered(ticket, false, scan.scannedAt()); // the same scan once more
        }
        if (ticket.reEntry()) {
            store.add(scan, ticket, ScanOutcome.RE_ENTERED);
            return new Outcome.Entered(ticket, true, scan.scannedAt());
        }
        note(scan, ticket, ScanOutcome.CONFLICT);
        return new Outcome.Used(ticket, before.get().door(), before.get().enteredAt());
    }

    /** A refusal at the door harms nobody; an offline scanner has let the ticket in. */
    private void note(Scan scan, ScannedTicket ticket, ScanOutcome outcome) {
        if (scan.offline()) {
            store.add(scan, ticket, outcome);
        }
    }
}
