package onsale.reservation.recommend;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.hold.CheckedSeats;
import onsale.reservation.hold.HoldController;
import onsale.reservation.hold.HoldController.HoldView;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.recommend.RecommendSeats.Wish;
import onsale.reservation.seatmap.SeatMap;
import onsale.reservation.seatmap.SeatMaps;
import onsale.reservation.turn.EntryTokens;
import onsale.reservation.turn.Turn;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Proposes the best free seats, and holds the first of them that is still free if wanted. */
@RestController
@ProblemsOf(ReservationProblems.class)
public class RecommendController {

    private final Schedules schedules;
    private final SeatMaps maps;
    private final SeatingPlans plans;
    private final HoldBestSeats holdBestSeats;
    private final EntryTokens entryTokens;
    private final Ids ids;

    public RecommendController(
            Schedules schedules,
            SeatMaps maps,
            SeatingPlans plans,
            HoldBestSeats holdBestSeats,
            EntryTokens entryTokens,
            Ids ids) {
        this.schedules = schedules;
        this.maps = maps;
        this.plans = plans;
        this.holdBestSeats = holdBestSeats;
        this.entryTokens = entryTokens;
        this.ids = ids;
    }

    /**
     * A fan's wish.
     *
     * @param grade code of a grade; any grade if it is missing
     * @param hold whether the best proposal that is still free is held at once
     */
    record RecommendForm(
            @NotNull UUID scheduleId,
            @Nullable @Size(min = 1, max = 20) String grade,
            @Min(1) @Max(HoldSeats.SEATS_MAX) int count,
            @NotNull Preference preference,
            @Nullable Boolean hold) {}

    /**
     * Seats that are proposed.
     *
     * @param score from 100 for the best seats of the hall down to 0
     * @param why the reason in words, in the language of the request
     */
    record ProposalView(List<UUID> seatIds, double score, String why) {}

    /**
     * At most three proposals, the best first.
     *
     * @param held the seats that were held; null if none were wanted or none are left
     */
    record RecommendationView(List<ProposalView> proposals, @Nullable HoldView held) {}

    @PostMapping("/api/reservations/recommend")
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        Codes.SEATS_TAKEN,
        Codes.OVER_LIMIT,
        Codes.NOT_ON_SALE,
        Codes.NO_SUCH_SEATS,
        Codes.ENTRY_NEEDED,
        Codes.ENTRY_USED,
        Codes.KEY_REUSED,
        Codes.HOLD_OVER,
        Codes.NOT_NOW
    })
    RecommendationView recommend(
            CurrentUser user,
            @Valid @RequestBody RecommendForm form,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestHeader(name = EntryTokens.HEADER, required = false) @Nullable String token,
            @RequestHeader(name = "Accept-Language", required = false) @Nullable String language) {
        CheckedSeats.checkKey(key);
        Schedule schedule =
                schedules
                        .find(form.scheduleId)
                        .orElseThrow(() -> ReservationProblems.notFound().exception());
        @Nullable Turn turn = entryTokens.turn(user, form.scheduleId, token);
        if (schedule.queued() && turn == null) {
            throw ReservationProblems.entryNeeded().exception();
        }
        SeatingPlan plan = plans.of(schedule);
        SeatMap map = maps.find(form.scheduleId).orElseThrow();
        int grade = form.grade == null ? Wish.ANY_GRADE : plan.grades().indexOf(form.grade);
        if (form.grade != null && grade < 0) {
            throw ReservationProblems.noSuchSeats(List.of(), List.of()).exception();
        }
        Wish wish = new Wish(grade, form.count, form.preference);
        WhySeats why = WhySeats.in(language);
        if (form.hold == null || !form.hold) {
            return view(schedule, why, RecommendSeats.run(plan, map::isAvailable, wish), null);
        }
        HoldRequest fan =
                new HoldRequest(
                        user.userId(),
                        user.personId(),
                        form.scheduleId,
                        List.of(),
                        Map.of(),
                        key == null ? ids.next().toString() : key,
                        turn);
        return switch (holdBestSeats.run(fan, schedule, plan, map::isAvailable, wish)) {
            case HoldBestSeats.Outcome.Done done ->
                    view(schedule, why, done.proposals(), HoldView.of(done.held()));
            case HoldBestSeats.Outcome.NoneLeft _ -> new RecommendationView(List.of(), null);
            case HoldBestSeats.Outcome.NotHeld(var refused) ->
                    throw HoldController.problem(refused).exception();
        };
    }

    private static RecommendationView view(
            Schedule schedule, WhySeats why, List<Proposal> proposals, @Nullable HoldView held) {
        return new RecommendationView(
                proposals.stream()
                        .map(one ->
                                new ProposalView(
                                        schedule.seats(one.seats()), one.score(), why.of(one)))
                        .toList(),
                held);
    }
}
