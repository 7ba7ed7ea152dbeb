package onsale.ops;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.ops.OpsProblems.Codes;
import onsale.ops.SettlementStore.Settled;
import onsale.platform.access.Actor;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What a show has earned, for its organiser. */
@RestController
@ProblemsOf(OpsProblems.class)
class SettlementController {

    private final SettlementStore store;

    SettlementController(SettlementStore store) {
        this.store = store;
    }

    /**
     * What one date has earned, in won: net is gross less refunds, and equals charges less refunds
     * done and outstanding, plus points.
     *
     * @param differenceWon 0 when seats and ledger agree; something else while a payment or a
     *     refund is on its way
     */
    record SettledSchedule(
            UUID scheduleId,
            Instant startsAt,
            String status,
            long soldSeats,
            long returnedSeats,
            long complimentarySeats,
            long withheldSeats,
            long grossWon,
            long feesWon,
            long refundsWon,
            long netWon,
            long chargedWon,
            long paidBackWon,
            long outstandingWon,
            long pointsWon,
            long differenceWon) {

        static SettledSchedule of(Settled one) {
            return new SettledSchedule(
                    one.scheduleId(),
                    one.startsAt(),
                    one.status(),
                    one.soldSeats(),
                    one.returnedSeats(),
                    one.complimentarySeats(),
                    one.withheldSeats(),
                    one.grossWon(),
                    one.feesWon(),
                    one.refundsWon(),
                    one.netWon(),
                    one.chargedWon(),
                    one.paidBackWon(),
                    one.outstandingWon(),
                    one.pointsWon(),
                    one.differenceWon());
        }
    }

    record SettlementView(UUID eventId, String title, List<SettledSchedule> schedules) {}

    @GetMapping("/api/admin/settlements/{eventId}")
    @ProblemCodes(Codes.NO_EVENT)
    SettlementView settlement(Actor actor, @PathVariable("eventId") UUID eventId) {
        String title =
                store.ownTitle(actor, eventId)
                        .orElseThrow(() ->
                                Problem.of(OpsProblems.NO_EVENT, "Check the event's id.")
                                        .exception());
        return new SettlementView(
                eventId, title, store.settle(eventId).stream().map(SettledSchedule::of).toList());
    }
}
