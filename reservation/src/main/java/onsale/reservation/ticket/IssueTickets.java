package onsale.reservation.ticket;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Seat;

/** Issues a ticket with a signed code for each seat of reservations. */
public final class IssueTickets {

    /** The claims are the reservation, the schedule and the seat's ordinal. */
    public static final PassKind TICKET = PassKind.of(PassPurpose.TICKET, "check-in", 36);

    private static final Duration VALID_AFTER_START = Duration.ofDays(1);

    private final TicketStore store;
    private final Passes passes;

    public IssueTickets(TicketStore store, Passes passes) {
        this.store = store;
        this.passes = passes;
    }

    /** In the transaction that confirms the reservations. */
    public void run(List<Reservation> reservations) {
        List<TicketStore.NewTicket> tickets = new ArrayList<>();
        for (Reservation reservation : reservations) {
            int number = 1;
            for (Seat seat : reservation.activeSeats()) {
                tickets.add(
                        new TicketStore.NewTicket(
                                reservation.id(),
                                seat.ordinal(),
                                reservation.number() + "-" + number++,
                                code(reservation, seat)));
            }
        }
        store.add(tickets);
    }

    private String code(Reservation reservation, Seat seat) {
        return passes.issue(
                TICKET,
                reservation.show().startsAt().plus(VALID_AFTER_START),
                claims ->
                        claims.uuid(reservation.id())
                                .uuid(reservation.scheduleId())
                                .int32(seat.ordinal()));
    }
}
