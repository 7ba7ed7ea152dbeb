package onsale.reservation.checkin;

import java.util.Optional;
import java.util.UUID;
import onsale.platform.pass.ClaimsReader;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.Passes;
import onsale.reservation.ticket.IssueTickets;

/** The ticket that a signed code names. */
record TicketCode(UUID reservationId, UUID scheduleId, int ordinal) {

    /** Empty for anything but a genuine code that has not expired. */
    static Optional<TicketCode> read(Passes passes, String code) {
        return passes.verify(IssueTickets.TICKET, code) instanceof PassCheck.Valid valid
                ? Optional.of(of(valid.claims()))
                : Optional.empty();
    }

    private static TicketCode of(ClaimsReader claims) {
        return new TicketCode(claims.uuid(), claims.uuid(), claims.int32());
    }
}
