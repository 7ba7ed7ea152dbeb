package onsale.ops.cockpit;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import onsale.ops.booking.BookingStore;
import onsale.platform.access.Actor;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The figures of a sale as files, and the first request for its stream on this node: that one gets
 * one event, and the client connects again at once. By then {@link SaleStream} knows the sale.
 */
@RestController
@RequestMapping("/api/admin/sales/{scheduleId}")
class SaleFilesController {

    private static final String CSV = "text/csv";
    private static final byte[] RECONNECT =
            "retry: 100\n\n".getBytes(StandardCharsets.US_ASCII); // milliseconds
    private static final Duration EACH = Duration.ofMinutes(1);

    private final WatchSales sales;
    private final SampleStore samples;
    private final BookingStore bookings;
    private final Clock clock;

    SaleFilesController(WatchSales sales, SampleStore samples, BookingStore bookings, Clock clock) {
        this.sales = sales;
        this.samples = samples;
        this.bookings = bookings;
        this.clock = clock;
    }

    @GetMapping("/stream")
    @RenderedAs(value = byte[].class, mediaType = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    ResponseEntity<byte[]> stream(Actor actor, @PathVariable UUID scheduleId) {
        byte[] event = shown(actor, scheduleId).event().encoded();
        byte[] answer = new byte[RECONNECT.length + event.length];
        System.arraycopy(RECONNECT, 0, answer, 0, RECONNECT.length);
        System.arraycopy(event, 0, answer, RECONNECT.length, event.length);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body(answer);
    }

    /** All samples that are kept, a minute each. */
    @GetMapping("/history.csv")
    @RenderedAs(value = byte[].class, mediaType = CSV)
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    ResponseEntity<byte[]> historyCsv(Actor actor, @PathVariable UUID scheduleId) {
        shown(actor, scheduleId);
        Instant now = clock.instant();
        Instant from = now.minus(SampleStore.KEPT_FOR);
        return csv("history", SaleCsv.samples(samples.between(scheduleId, from, now, EACH)));
    }

    @GetMapping("/bookings.csv")
    @RenderedAs(value = byte[].class, mediaType = CSV)
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    ResponseEntity<byte[]> bookingsCsv(Actor actor, @PathVariable UUID scheduleId) {
        shown(actor, scheduleId);
        return csv("bookings", SaleCsv.bookings(bookings.byHour(scheduleId)));
    }

    private static ResponseEntity<byte[]> csv(String name, byte[] body) {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .header("content-disposition", "attachment; filename=\"" + name + ".csv\"")
                .contentType(MediaType.parseMediaType(CSV + ";charset=utf-8"))
                .body(body);
    }

    private WatchedSale shown(Actor actor, UUID scheduleId) {
        return sales.find(scheduleId)
                .filter(sale -> sale.show().isShownTo(actor.userId(), actor.roles()))
                .orElseThrow(() ->
                        Problem.of(PlatformProblems.NOT_FOUND, "Check the id of the schedule.")
                                .exception());
    }
}
