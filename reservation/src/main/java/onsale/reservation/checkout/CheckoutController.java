package onsale.reservation.checkout;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** To the checkout, and back. */
@RestController
@RequestMapping("/api/reservations")
@ProblemsOf(ReservationProblems.class)
public class CheckoutController {

    private final CheckOut checkOut;
    private final AbandonCheckout abandonCheckout;

    public CheckoutController(CheckOut checkOut, AbandonCheckout abandonCheckout) {
        this.checkOut = checkOut;
        this.abandonCheckout = abandonCheckout;
    }

    record CheckoutView(UUID reservationId, String paymentOrder, long amount, Instant payBefore) {

        static CheckoutView of(CheckOut.Outcome.CheckedOut out) {
            return new CheckoutView(
                    out.reservation().id(),
                    out.paymentOrder(),
                    out.reservation().totalWon(),
                    out.reservation().holdExpiresAt());
        }

        @Override
        public String toString() {
            return Redacted.text(this, "paymentOrder");
        }
    }

    @PostMapping("/{id}/checkout")
    @ProblemCodes({Codes.HOLD_OVER, Codes.WRONG_STATE})
    CheckoutView checkOut(CurrentUser user, @PathVariable UUID id) {
        return switch (checkOut.run(user.userId(), id)) {
            case CheckOut.Outcome.CheckedOut out -> CheckoutView.of(out);
            case CheckOut.Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case CheckOut.Outcome.Over _ -> throw ReservationProblems.holdOver().exception();
            case CheckOut.Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
        };
    }

    /** The seats are free when payment has closed the order, which may take a while. */
    @PostMapping("/{id}/abandon")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ProblemCodes({Codes.WRONG_STATE, Codes.NOT_CHECKED_OUT})
    void abandon(CurrentUser user, @PathVariable UUID id) {
        switch (abandonCheckout.run(user.userId(), id)) {
            case AbandonCheckout.Outcome.Abandoned _ -> {}
            case AbandonCheckout.Outcome.NotFound _ ->
                    throw ReservationProblems.notFound().exception();
            case AbandonCheckout.Outcome.NotCheckedOut _ ->
                    throw ReservationProblems.notCheckedOut().exception();
            case AbandonCheckout.Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
        }
    }
}
