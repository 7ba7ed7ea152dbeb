package onsale.reservation.ticket;

import jakarta.validation.constraints.Pattern;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The valid tickets of a reservation as one PDF, for the context that mails them. There is none
 * without valid tickets, or in a build without the font.
 */
@RestController
@ProblemsOf(ReservationProblems.class)
public class InternalTicketController {

    private final TicketStore tickets;
    private final Optional<TicketPdf> pdf;

    public InternalTicketController(TicketStore tickets, ZoneId zone) {
        this.tickets = tickets;
        this.pdf = TicketPdf.withFont(zone);
    }

    @GetMapping("/internal/reservations/{id}/tickets.pdf")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    @RenderedAs(value = byte[].class, mediaType = MediaType.APPLICATION_PDF_VALUE)
    ResponseEntity<byte[]> tickets(
            @PathVariable UUID id,
            @RequestParam(name = "language") @Pattern(regexp = "ko|en") String language) {
        List<PrintedTicket> valid = tickets.printed(id);
        if (valid.isEmpty() || pdf.isEmpty()) {
            throw ReservationProblems.notFound().exception();
        }
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_PDF)
                .body(pdf.get().print(valid, TicketWords.in(language)));
    }
}
