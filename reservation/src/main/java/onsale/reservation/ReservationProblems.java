package onsale.reservation;

import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;

/** Everything this context may refuse. */
final class ReservationProblems {

    static final ProblemCode SEATS_TAKEN =
            new ProblemCode("reservation.seats_taken", 409, "Seats are taken");
    static final ProblemCode ZONE_FULL =
            new ProblemCode("reservation.zone_full", 409, "The zone is full");
    static final ProblemCode TOO_MANY_SEATS =
            new ProblemCode("reservation.too_many_seats", 409, "Too many seats");
    static final ProblemCode OVER_LIMIT =
            new ProblemCode("reservation.over_limit", 409, "The limit per person is reached");
    static final ProblemCode NOT_ON_SALE =
            new ProblemCode("reservation.not_on_sale", 409, "Not on sale");
    static final ProblemCode NO_SUCH_SEATS =
            new ProblemCode("reservation.no_such_seats", 422, "There are no such seats");
    static final ProblemCode ENTRY_NEEDED =
            new ProblemCode("reservation.entry_needed", 403, "Wait for your turn");
    static final ProblemCode ENTRY_USED =
            new ProblemCode("reservation.entry_used", 403, "This turn is over");
    static final ProblemCode KEY_REUSED =
            new ProblemCode("reservation.key_reused", 422, "The idempotency key is used already");
    static final ProblemCode HOLD_OVER =
            new ProblemCode("reservation.hold_over", 410, "The hold is over");
    static final ProblemCode ORDER_OPEN =
            new ProblemCode("reservation.order_open", 409, "A payment is open");
    static final ProblemCode NOT_CHECKED_OUT =
            new ProblemCode("reservation.not_checked_out", 409, "There is no payment to abandon");
    static final ProblemCode WRONG_STATE =
            new ProblemCode("reservation.wrong_state", 409, "Not possible in this state");
    static final ProblemCode NO_MORE_EXTENSIONS =
            new ProblemCode("reservation.no_more_extensions", 409, "The hold was extended before");
    static final ProblemCode TOO_LATE =
            new ProblemCode("reservation.too_late", 409, "Too late to cancel");
    static final ProblemCode NOT_NOW =
            new ProblemCode("reservation.not_now", 503, "It could not be decided");

    private ReservationProblems() {}

    static Problem entryNeeded() {
        return Problem.of(
                ENTRY_NEEDED, "Enter the waiting room of this show and come back with its token.");
    }

    static Problem notFound() {
        return Problem.of(PlatformProblems.NOT_FOUND, "Check the address.");
    }

    static Problem notNow() {
        return Problem.of(NOT_NOW, "Send the same request again, with the same Idempotency-Key.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }
}
