package onsale.ops.cockpit;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.ops.booking.BookingStore;
import onsale.ops.booking.HourOfSales;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Sales for those who run them: organisers see their own, operators and administrators all. */
@RestController
@RequestMapping("/api/admin/sales")
class SalesController {

    /** The most points of a chart. */
    private static final int POINTS_MAX = 360;

    private final ShowStore shows;
    private final WatchSales sales;
    private final SampleStore samples;
    private final BookingStore bookings;
    private final Readiness readiness;

    SalesController(
            ShowStore shows,
            WatchSales sales,
            SampleStore samples,
            BookingStore bookings,
            Readiness readiness) {
        this.shows = shows;
        this.sales = sales;
        this.samples = samples;
        this.bookings = bookings;
        this.readiness = readiness;
    }

    /** A schedule whose seats are sold. */
    record SaleView(
            UUID scheduleId,
            UUID eventId,
            String title,
            String venue,
            Instant startsAt,
            Instant saleOpensAt,
            Instant saleClosesAt,
            Show.Phase phase,
            boolean queued,
            int seats,
            int sold,
            long revenueWon) {}

    record SalePage(List<SaleView> items, int page, int size, long total) {}

    /** A sale as it is now; the stream tells the same figures each second. */
    record CockpitView(SaleView sale, SaleFigures figures) {}

    /**
     * What a sale has looked like.
     *
     * @param eachSeconds how far the samples are apart
     */
    record HistoryView(
            Instant from, Instant to, int eachSeconds, List<SampleStore.Sample> samples) {}

    record BookingsView(List<HourOfSales> hours) {}

    record ChecklistView(List<Readiness.ChecklistItem> items) {}

    /** Lists the sales that are open or come next, then those that are over. */
    @GetMapping
    SalePage list(
            Actor actor,
            @RequestParam(defaultValue = "")
                    @Size(max = 100) @Pattern(regexp = "[^\\p{Cc}\\p{Cs}]*") String query,
            @RequestParam(required = false) Show.@Nullable Phase phase,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        ShowStore.Search search = new ShowStore.Search(ownerOnly(actor), phase, query.strip());
        return new SalePage(
                shows.page(search, page, size).stream().map(this::view).toList(),
                page,
                size,
                shows.count(search));
    }

    private static @Nullable UUID ownerOnly(Actor actor) {
        return actor.roles().contains(CurrentUser.OPERATOR) || actor.isAdministrator()
                ? null
                : actor.userId();
    }

    private SaleView view(Show show) {
        BookingStore.Totals totals = bookings.totals(show.scheduleId());
        return new SaleView(
                show.scheduleId(),
                show.eventId(),
                show.title(),
                show.venue(),
                show.startsAt(),
                show.saleOpensAt(),
                show.saleClosesAt(),
                show.phase(),
                show.queued(),
                show.seats(),
                totals.seats(),
                totals.amountWon());
    }

    @GetMapping("/{scheduleId}")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    CockpitView cockpit(Actor actor, @PathVariable UUID scheduleId) {
        Show show = shown(actor, scheduleId);
        WatchedSale sale = sales.find(scheduleId).orElseThrow(SalesController::notFound);
        return new CockpitView(view(show), sale.figures());
    }

    /** What the charts begin with: the last minutes, some samples together where there are many. */
    @GetMapping("/{scheduleId}/history")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    HistoryView history(
            Actor actor,
            @PathVariable UUID scheduleId,
            @RequestParam(defaultValue = "60") @Min(5) @Max(43_200) int minutes) {
        shown(actor, scheduleId);
        Instant to = Instant.now();
        Instant from = to.minus(Duration.ofMinutes(minutes));
        Duration each = each(Duration.ofMinutes(minutes));
        return new HistoryView(
                from, to, (int) each.toSeconds(), samples.between(scheduleId, from, to, each));
    }

    /** The shortest multiple of ten seconds by which there are not too many points. */
    static Duration each(Duration all) {
        long tens = Math.ceilDiv(all.toSeconds(), POINTS_MAX * 10L);
        return Duration.ofSeconds(10 * Math.max(1, tens));
    }

    @GetMapping("/{scheduleId}/bookings")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    BookingsView bookings(Actor actor, @PathVariable UUID scheduleId) {
        shown(actor, scheduleId);
        return new BookingsView(bookings.byHour(scheduleId));
    }

    @GetMapping("/{scheduleId}/checklist")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    ChecklistView checklist(Actor actor, @PathVariable UUID scheduleId) {
        return new ChecklistView(readiness.look(shown(actor, scheduleId)));
    }

    /** Somebody else's show does not exist for an organiser. */
    private Show shown(Actor actor, UUID scheduleId) {
        return shows.find(scheduleId)
                .filter(show -> show.isShownTo(actor.userId(), actor.roles()))
                .orElseThrow(SalesController::notFound);
    }

    private static RuntimeException notFound() {
        return Problem.of(PlatformProblems.NOT_FOUND, "Check the id of the schedule.").exception();
    }
}
