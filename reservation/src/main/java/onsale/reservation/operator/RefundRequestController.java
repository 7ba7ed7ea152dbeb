package onsale.reservation.operator;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import onsale.platform.access.Actor;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.Reservation;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.ReservationStore;
import onsale.reservation.SeatView;
import onsale.reservation.operator.RefundRequest.State;
import onsale.reservation.operator.RequestRefund.Wish;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Operators give seats back, and decide about each other's large refunds. */
@RestController
@RequestMapping("/api/admin")
@ProblemsOf(ReservationProblems.class)
public class RefundRequestController {

    private static final int SEATS_MAX = 20;

    /** Anything but control characters and halves of characters. */
    private static final String TEXT = "[^\\p{Cc}\\p{Cs}]*";

    private final RequestRefund requestRefund;
    private final DecideRefund decideRefund;
    private final RefundRequestStore requests;
    private final ReservationStore reservations;

    public RefundRequestController(
            RequestRefund requestRefund,
            DecideRefund decideRefund,
            RefundRequestStore requests,
            ReservationStore reservations) {
        this.requestRefund = requestRefund;
        this.decideRefund = decideRefund;
        this.requests = requests;
        this.reservations = reservations;
    }

    /**
     * What an operator gives back.
     *
     * @param id chosen by the operator's page, by which it may send the same request again
     * @param feePercent of the price of each ticket, which is kept
     */
    record RefundForm(
            @NotNull UUID id,
            @NotEmpty @Size(max = SEATS_MAX) List<@NotNull UUID> seatIds,
            @NotNull @Min(0) @Max(100) Integer feePercent,
            @NotBlank @Size(max = 500) @Pattern(regexp = TEXT) String reason) {}

    /**
     * A refund that an operator has asked for.
     *
     * @param mine whether the caller has asked for it, and so cannot approve it
     */
    record RefundRequestView(
            UUID id,
            UUID reservationId,
            String reservationNumber,
            String title,
            List<SeatView> seats,
            int feePercent,
            long amount,
            String reason,
            boolean needsSecond,
            State state,
            boolean mine,
            UUID askedBy,
            Instant askedAt,
            @Nullable UUID decidedBy,
            @Nullable Instant decidedAt) {

        static RefundRequestView of(
                RefundRequest request, Optional<Reservation> reservation, Actor reader) {
            return new RefundRequestView(
                    request.id(),
                    request.reservationId(),
                    reservation.map(Reservation::number).orElse(""),
                    reservation.map(found -> found.show().title()).orElse(""),
                    SeatView.of(
                            reservation.stream()
                                    .flatMap(found -> found.seats().stream())
                                    .filter(seat -> request.ordinals().contains(seat.ordinal()))
                                    .toList()),
                    request.feePercent(),
                    request.amountWon(),
                    request.reason(),
                    request.needsSecond(),
                    request.state(),
                    request.askedBy().equals(reader.userId()),
                    request.askedBy(),
                    request.askedAt(),
                    request.decidedBy(),
                    request.decidedAt());
        }
    }

    record RefundRequests(List<RefundRequestView> items, int page, int size, long total) {}

    @PostMapping("/reservations/{id}/refunds")
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        Codes.OWN_RESERVATION,
        Codes.ORDER_OPEN,
        Codes.WRONG_STATE,
        Codes.NO_SUCH_SEATS,
        Codes.TICKET_USED,
        Codes.KEY_REUSED,
        Codes.REFUND_WAITS
    })
    RefundRequestView ask(
            Actor operator, @PathVariable UUID id, @Valid @RequestBody RefundForm form) {
        return view(
                operator,
                requestRefund.run(
                        operator,
                        new Wish(form.id, id, form.seatIds, form.feePercent, form.reason)));
    }

    @PostMapping("/refunds/requests/{requestId}/approve")
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        Codes.SECOND_PERSON_NEEDED,
        Codes.OWN_RESERVATION,
        Codes.ORDER_OPEN,
        Codes.WRONG_STATE,
        Codes.NO_SUCH_SEATS,
        Codes.TICKET_USED,
        Codes.REFUND_DECIDED
    })
    RefundRequestView approve(Actor operator, @PathVariable UUID requestId) {
        return view(operator, decideRefund.approve(operator, requestId));
    }

    @PostMapping("/refunds/requests/{requestId}/decline")
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.REFUND_DECIDED})
    RefundRequestView decline(Actor operator, @PathVariable UUID requestId) {
        return view(operator, decideRefund.decline(operator, requestId));
    }

    @GetMapping("/refunds/requests")
    RefundRequests list(
            Actor operator,
            @RequestParam(required = false) @Nullable State state,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        List<RefundRequest> found = requests.list(state, size, page * size);
        Map<UUID, Reservation> of =
                reservations
                        .findAll(found.stream().map(RefundRequest::reservationId).toList())
                        .stream()
                        .collect(Collectors.toMap(Reservation::id, Function.identity()));
        return new RefundRequests(
                found.stream()
                        .map(one ->
                                RefundRequestView.of(
                                        one,
                                        Optional.ofNullable(of.get(one.reservationId())),
                                        operator))
                        .toList(),
                page,
                size,
                requests.count(state));
    }

    private static RefundRequestView view(Actor operator, RefundOutcome outcome) {
        return switch (outcome) {
            case RefundOutcome.Stands(RefundRequest request, Reservation reservation) ->
                    RefundRequestView.of(request, Optional.of(reservation), operator);
            case RefundOutcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case RefundOutcome.OwnReservation _ ->
                    throw ReservationProblems.ownReservation().exception();
            case RefundOutcome.OwnRequest _ ->
                    throw ReservationProblems.secondPersonNeeded().exception();
            case RefundOutcome.OrderOpen _ -> throw ReservationProblems.orderOpen().exception();
            case RefundOutcome.WrongState(Reservation.Status status) ->
                    throw ReservationProblems.wrongState(status).exception();
            case RefundOutcome.NoSuchSeats _ ->
                    throw ReservationProblems.noSuchSeats(List.of(), List.of()).exception();
            case RefundOutcome.TicketUsed _ ->
                    throw ReservationProblems.ticketEntered().exception();
            case RefundOutcome.IdReused _ -> throw ReservationProblems.keyReused().exception();
            case RefundOutcome.AnotherWaits _ ->
                    throw ReservationProblems.refundWaits().exception();
            case RefundOutcome.Decided(RefundRequest request) ->
                    throw ReservationProblems.refundDecided(request.state().name()).exception();
        };
    }
}
