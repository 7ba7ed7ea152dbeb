package onsale.reservation.ticket;

import jakarta.validation.constraints.Pattern;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** A fan's ticket as a picture of its code and as a page to print. There is none of a void one. */
@RestController
@RequestMapping("/api/reservations/{id}/tickets")
@ProblemsOf(ReservationProblems.class)
public class TicketPictureController {

    private static final String SVG = "image/svg+xml";
    private static final String NUMBER = "[A-Z0-9-]{1,40}";

    private final TicketStore tickets;
    private final Optional<TicketPdf> pdf;

    public TicketPictureController(TicketStore tickets, ZoneId zone) {
        this.tickets = tickets;
        this.pdf = TicketPdf.withFont(zone);
    }

    @GetMapping("/{number}.svg")
    @RenderedAs(value = byte[].class, mediaType = SVG)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.TICKET_GONE})
    ResponseEntity<byte[]> svg(
            CurrentUser user,
            @PathVariable UUID id,
            @PathVariable @Pattern(regexp = NUMBER) String number) {
        return picture(SVG, QrCode.of(own(user, id, number).code()).svg());
    }

    @GetMapping("/{number}.png")
    @RenderedAs(value = byte[].class, mediaType = MediaType.IMAGE_PNG_VALUE)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.TICKET_GONE})
    ResponseEntity<byte[]> png(
            CurrentUser user,
            @PathVariable UUID id,
            @PathVariable @Pattern(regexp = NUMBER) String number) {
        return picture(MediaType.IMAGE_PNG_VALUE, QrCode.of(own(user, id, number).code()).png());
    }

    /** A page to print, in the language of the request. */
    @GetMapping("/{number}.pdf")
    @RenderedAs(value = byte[].class, mediaType = MediaType.APPLICATION_PDF_VALUE)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.TICKET_GONE, Codes.NO_PDF})
    ResponseEntity<byte[]> pdf(
            CurrentUser user,
            @PathVariable UUID id,
            @PathVariable @Pattern(regexp = NUMBER) String number,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false)
                    @Nullable String language) {
        PrintedTicket ticket = own(user, id, number);
        TicketPdf printer = pdf.orElseThrow(() -> ReservationProblems.noPdf().exception());
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_PDF)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(ticket.number() + ".pdf")
                                .build()
                                .toString())
                .body(printer.print(ticket, TicketWords.in(language)));
    }

    private PrintedTicket own(CurrentUser user, UUID reservationId, String number) {
        PrintedTicket ticket =
                tickets.printed(user.userId(), reservationId, number)
                        .orElseThrow(() -> ReservationProblems.notFound().exception());
        if (ticket.isVoid()) {
            throw ReservationProblems.ticketGone().exception();
        }
        return ticket;
    }

    private static ResponseEntity<byte[]> picture(String type, byte[] body) {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(type))
                .body(body);
    }
}
