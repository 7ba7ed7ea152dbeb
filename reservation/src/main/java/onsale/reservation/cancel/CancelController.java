package onsale.reservation.cancel;

import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.cancel.CancelReservation.Outcome;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Gives a paid reservation back. */
@RestController
@RequestMapping("/api/reservations")
@ProblemsOf(ReservationProblems.class)
public class CancelController {

    private final CancelReservation cancelReservation;

    public CancelController(CancelReservation cancelReservation) {
        this.cancelReservation = cancelReservation;
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({Codes.ORDER_OPEN, Codes.WRONG_STATE, Codes.TOO_LATE})
    void cancel(CurrentUser user, @PathVariable UUID id) {
        switch (cancelReservation.run(user.userId(), id)) {
            case Outcome.Cancelled _ -> {}
            case Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case Outcome.OrderOpen _ -> throw ReservationProblems.orderOpen().exception();
            case Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
            case Outcome.TooLate _ -> throw ReservationProblems.tooLate().exception();
        }
    }
}
