package onsale.reservation.cancel;

import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import onsale.platform.pass.Passes;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.cancel.CancelReservation.Outcome;
import onsale.reservation.cancel.QuoteRefund.Outcome.Quoted;
import onsale.reservation.cancel.RefundPolicy.Why;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Quotes what comes back for seats of a paid reservation, and gives them back. */
@RestController
@RequestMapping("/api/reservations")
@ProblemsOf(ReservationProblems.class)
public class CancelController {

    private static final int SEATS_MAX = 20;

    private final QuoteRefund quoteRefund;
    private final CancelReservation cancelReservation;

    public CancelController(QuoteRefund quoteRefund, CancelReservation cancelReservation) {
        this.quoteRefund = quoteRefund;
        this.cancelReservation = cancelReservation;
    }

    /**
     * What would come back, in won.
     *
     * @param termsUntil when the fee becomes another one
     * @param quote to be sent with the cancellation, before {@code validUntil}
     */
    record RefundQuoteView(
            UUID reservationId,
            List<QuotedSeat> seats,
            long totalPrice,
            long totalFee,
            long totalRefund,
            int feePercent,
            Why why,
            Instant termsUntil,
            String quote,
            Instant validUntil) {

        static RefundQuoteView of(UUID id, Quoted quoted) {
            return new RefundQuoteView(
                    id,
                    quoted.seats().stream().map(QuotedSeat::of).toList(),
                    quoted.feeWon() + quoted.refundWon(),
                    quoted.feeWon(),
                    quoted.refundWon(),
                    quoted.terms().feePercent(),
                    quoted.terms().why(),
                    quoted.terms().until(),
                    quoted.quote(),
                    quoted.validUntil());
        }

        @Override
        public String toString() {
            return Redacted.text(this, "quote");
        }
    }

    record QuotedSeat(
            UUID seatId, String seatNumber, String grade, long price, long fee, long refund) {

        static QuotedSeat of(GivenBackSeat each) {
            return new QuotedSeat(
                    each.seat().seatId(),
                    each.seat().seatNumber(),
                    each.seat().grade(),
                    each.seat().price(),
                    each.feeWon(),
                    each.refundWon());
        }
    }

    @GetMapping("/{id}/refund-quote")
    @ProblemCodes({Codes.ORDER_OPEN, Codes.WRONG_STATE, Codes.TOO_LATE, Codes.NO_SUCH_SEATS})
    RefundQuoteView quote(
            CurrentUser user,
            @PathVariable UUID id,
            @RequestParam(defaultValue = "") @Size(max = SEATS_MAX) List<UUID> seatIds) {
        return switch (quoteRefund.run(user.userId(), id, seatIds)) {
            case Quoted quoted -> RefundQuoteView.of(id, quoted);
            case QuoteRefund.Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case QuoteRefund.Outcome.OrderOpen _ ->
                    throw ReservationProblems.orderOpen().exception();
            case QuoteRefund.Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
            case QuoteRefund.Outcome.NoSuchSeats _ ->
                    throw ReservationProblems.noSuchSeats(seatIds, List.of()).exception();
            case QuoteRefund.Outcome.TooLate _ -> throw ReservationProblems.tooLate().exception();
        };
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({
        Codes.ORDER_OPEN,
        Codes.WRONG_STATE,
        Codes.QUOTE_OVER,
        Codes.QUOTE_NOT_VALID,
        Codes.TICKET_USED
    })
    void cancel(
            CurrentUser user,
            @PathVariable UUID id,
            @RequestParam(defaultValue = "") @Size(max = SEATS_MAX) List<UUID> seatIds,
            @RequestParam @Size(min = 1, max = Passes.TEXT_MAX) String quote) {
        switch (cancelReservation.run(user.userId(), id, seatIds, quote)) {
            case Outcome.Cancelled _ -> {}
            case Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case Outcome.OrderOpen _ -> throw ReservationProblems.orderOpen().exception();
            case Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
            case Outcome.QuoteOver _ -> throw ReservationProblems.quoteOver().exception();
            case Outcome.QuoteNotValid _ -> throw ReservationProblems.quoteNotValid().exception();
            case Outcome.TicketUsed _ -> throw ReservationProblems.ticketEntered().exception();
        }
    }
}
