package onsale.catalog.schedule;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.CatalogProblems.Codes;
import onsale.catalog.cache.CatalogCaches;
import onsale.catalog.cache.ReadCache;
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

    private static final int KEPT_MAX = 1_000;

    private final ScheduleStore schedules;
    private final SeatStore seats;
    private final ReadCache<UUID, ScheduleView> cache;
    private final ReadCache<UUID, List<GradeCount>> gradesCache;

    ScheduleController(ScheduleStore schedules, SeatStore seats, CatalogCaches caches) {
        this.schedules = schedules;
        this.seats = seats;
        this.cache = caches.make("schedule", KEPT_MAX);
        this.gradesCache = caches.make("seats", KEPT_MAX);
    }

    @GetMapping
    @ProblemCodes(Codes.NO_SCHEDULE)
    ScheduleView get(@PathVariable("scheduleId") UUID scheduleId) {
        return cache.get(scheduleId, id -> schedules.visible(id).map(ScheduleView::of))
                .orElseThrow(() -> CatalogProblems.noSchedule().exception());
    }

    @GetMapping("/grades")
    @ProblemCodes(Codes.NO_SCHEDULE)
    List<GradeCount> grades(@PathVariable("scheduleId") UUID scheduleId) {
        get(scheduleId);
        return gradesCache.get(scheduleId, id -> Optional.of(seats.countByGrade(id))).orElseThrow();
    }
}
