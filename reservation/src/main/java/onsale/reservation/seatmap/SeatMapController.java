package onsale.reservation.seatmap;

import jakarta.validation.constraints.Min;
import java.util.UUID;
import onsale.platform.front.HotAnswer;
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
 * The first request for the seat map of a schedule on this node; {@link SeatMapRead} answers the
 * next ones from memory.
 */
@RestController
@ProblemsOf(ReservationProblems.class)
public class SeatMapController {

    private final Schedules schedules;
    private final SeatMaps maps;
    private final SeatAccess access;

    public SeatMapController(Schedules schedules, SeatMaps maps, SeatAccess access) {
        this.schedules = schedules;
        this.maps = maps;
        this.access = access;
    }

    @GetMapping("/api/reservations/seats/{scheduleId}")
    @RenderedAs(value = byte[].class, mediaType = SeatMap.CONTENT_TYPE)
    @ProblemCodes(Codes.ENTRY_NEEDED)
    ResponseEntity<byte[]> seats(
            @PathVariable UUID scheduleId,
            @RequestParam(required = false) @Min(0) @Nullable Long since,
            @RequestHeader(name = EntryTokens.HEADER, required = false) @Nullable String token) {
        access.check(schedules.find(scheduleId), token);
        SeatMap map = maps.find(scheduleId).orElseThrow();
        HotAnswer answer = since == null ? map.all() : map.since(since);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(SeatMap.CONTENT_TYPE))
                .body(answer.body());
    }
}
