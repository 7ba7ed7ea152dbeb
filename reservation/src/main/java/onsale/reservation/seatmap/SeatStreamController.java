package onsale.reservation.seatmap;

import jakarta.validation.constraints.Min;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import onsale.platform.front.RenderedAs;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.turn.EntryTokens;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The first request for the seat stream of a schedule on this node. It gets the first event, and
 * the client connects again at once, as event streams do when they end. By then {@link SeatStream}
 * knows the schedule.
 */
@RestController
@ProblemsOf(ReservationProblems.class)
public class SeatStreamController {

    private static final byte[] RECONNECT =
            "retry: 100\n\n".getBytes(StandardCharsets.US_ASCII); // milliseconds

    private final Schedules schedules;
    private final SeatMaps maps;
    private final SeatAccess access;

    public SeatStreamController(Schedules schedules, SeatMaps maps, SeatAccess access) {
        this.schedules = schedules;
        this.maps = maps;
        this.access = access;
    }

    @GetMapping("/api/reservations/seats/{scheduleId}/stream")
    @RenderedAs(value = byte[].class, mediaType = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ProblemCodes(Codes.ENTRY_NEEDED)
    ResponseEntity<byte[]> stream(
            @PathVariable UUID scheduleId,
            @RequestParam(required = false) @Min(0) @Nullable Long since,
            @RequestHeader(name = EntryTokens.HEADER, required = false) @Nullable String token) {
        access.check(schedules.find(scheduleId), token);
        SeatMap map = maps.find(scheduleId).orElseThrow();
        byte[] event = new ShownSeats(map, 1).since(since == null ? -1 : since).encoded();
        byte[] answer = new byte[RECONNECT.length + event.length];
        System.arraycopy(RECONNECT, 0, answer, 0, RECONNECT.length);
        System.arraycopy(event, 0, answer, RECONNECT.length, event.length);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body(answer);
    }
}
