package onsale.reservation.ticket;

import java.util.List;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationStore;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The tickets of a fan's reservation. */
@RestController
@RequestMapping("/api/reservations")
@ProblemsOf(ReservationProblems.class)
public class TicketController {

    private final ReservationStore reservations;
    private final TicketStore tickets;

    public TicketController(ReservationStore reservations, TicketStore tickets) {
        this.reservations = reservations;
        this.tickets = tickets;
    }

    @GetMapping("/{id}/tickets")
    List<Ticket> tickets(CurrentUser user, @PathVariable UUID id) {
        return reservations
                .find(id)
                .filter(reservation -> reservation.belongsTo(user.userId()))
                .map(reservation -> tickets.valid(reservation.id()))
                .orElseThrow(() -> ReservationProblems.notFound().exception());
    }
}
