package onsale.catalog.schedule;

import java.util.List;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.seat.GradeCount;
import onsale.catalog.seat.SeatStore;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Schedules, for fans. Those of events in preparation and of hidden ones do not exist here. */
@RestController
@RequestMapping("/api/schedules/{scheduleId}")
@ProblemsOf(CatalogProblems.class)
public class ScheduleController {

    private final ScheduleStore schedules;
    private final SeatStore seats;

    ScheduleController(ScheduleStore schedules, SeatStore seats) {
        this.schedules = schedules;
        this.seats = seats;
    }

    @GetMapping
    @ProblemCodes(Codes.NO_SCHEDULE)
    ScheduleView get(@PathVariable("scheduleId") UUID scheduleId) {
        return schedules
                .visible(scheduleId)
                .map(ScheduleView::of)
                .orElseThrow(() -> CatalogProblems.noSchedule().exception());
    }

    @GetMapping("/grades")
    @ProblemCodes(Codes.NO_SCHEDULE)
    List<GradeCount> grades(@PathVariable("scheduleId") UUID scheduleId) {
        get(scheduleId);
        return seats.countByGrade(scheduleId);
    }
}
