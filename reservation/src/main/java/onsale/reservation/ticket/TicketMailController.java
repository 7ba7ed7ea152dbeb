package onsale.reservation.ticket;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.ticket.SendTickets.Outcome;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sends tickets by mail again. */
@RestController
@ProblemsOf(ReservationProblems.class)
public class TicketMailController {

    private final SendTickets sendTickets;

    public TicketMailController(SendTickets sendTickets) {
        this.sendTickets = sendTickets;
    }

    record TicketMailForm(@NotNull UUID reservationId) {}

    /**
     * The mail is on its way.
     *
     * @param againAfterSeconds when it can be asked for again
     */
    record TicketMailAsked(long againAfterSeconds) {}

    /** To the fan's own address. */
    @PostMapping("/api/reservations/ticket-mails")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.WRONG_STATE, Codes.MAIL_JUST_SENT})
    TicketMailAsked send(CurrentUser user, @Valid @RequestBody TicketMailForm form) {
        return asked(sendTickets.run(user.userId(), form.reservationId));
    }

    /** To the address of the fan whose tickets they are. */
    @PostMapping("/api/admin/reservations/{id}/ticket-mail")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.WRONG_STATE, Codes.MAIL_JUST_SENT})
    TicketMailAsked sendFor(Actor operator, @PathVariable UUID id) {
        return asked(sendTickets.run(operator, id));
    }

    private static TicketMailAsked asked(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Asked _ -> new TicketMailAsked(SendTickets.AGAIN_AFTER.toSeconds());
            case Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case Outcome.WrongState(var status) ->
                    throw ReservationProblems.wrongState(status).exception();
            case Outcome.JustSent _ ->
                    throw ReservationProblems.mailJustSent(SendTickets.AGAIN_AFTER).exception();
        };
    }
}
