package onsale.reservation.cancel;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.cancel.EndingStore.CancelledShow;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells operators how far the refunds of cancelled shows are. */
@RestController
@RequestMapping("/api/admin/refunds")
@ProblemsOf(ReservationProblems.class)
public class CancelledShowController {

    private final EndingStore store;

    public CancelledShowController(EndingStore store) {
        this.store = store;
    }

    /** The shows that were cancelled last, the latest first. */
    record CancelledShows(List<CancelledShow> items) {}

    @GetMapping("/cancelled-shows")
    CancelledShows cancelledShows(@RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return new CancelledShows(store.cancelledShows(size));
    }
}
