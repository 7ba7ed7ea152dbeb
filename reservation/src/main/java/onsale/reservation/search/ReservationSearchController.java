package onsale.reservation.search;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationStore;
import onsale.reservation.ReservationStore.SearchKey;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.payment.RefundStore.RefundView;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds reservations for operators: by exactly one of number, payment or account. */
@RestController
@RequestMapping("/api/admin/reservations")
@ProblemsOf(ReservationProblems.class)
public class ReservationSearchController {

    private final ReservationStore reservations;
    private final RefundStore refunds;

    public ReservationSearchController(ReservationStore reservations, RefundStore refunds) {
        this.reservations = reservations;
        this.refunds = refunds;
    }

    /**
     * A seat of a reservation.
     *
     * @param active false if it was given back
     */
    record FoundSeat(UUID seatId, String seatNumber, String grade, long price, boolean active) {}

    /** A reservation as operators see it; {@code refund} is the money that goes back. */
    record FoundReservation(
            UUID reservationId,
            String reservationNumber,
            UUID userId,
            Status status,
            UUID scheduleId,
            String title,
            Instant startsAt,
            List<FoundSeat> seats,
            long totalAmount,
            @Nullable UUID orderId,
            @Nullable UUID paymentId,
            Instant createdAt,
            Instant holdExpiresAt,
            @Nullable Instant confirmedAt,
            @Nullable Instant cancelledAt,
            @Nullable String cancelReason,
            @Nullable RefundView refund) {

        static FoundReservation of(Reservation r, @Nullable RefundView refund) {
            return new FoundReservation(
                    r.id(),
                    r.number(),
                    r.userId(),
                    r.status(),
                    r.scheduleId(),
                    r.show().title(),
                    r.show().startsAt(),
                    r.seats().stream()
                            .map(seat ->
                                    new FoundSeat(
                                            seat.seatId(),
                                            seat.seatNumber(),
                                            seat.grade(),
                                            seat.price(),
                                            seat.active()))
                            .toList(),
                    r.totalWon(),
                    r.order() == null ? null : r.order().id(),
                    r.order() == null ? null : r.order().paymentId(),
                    r.createdAt(),
                    r.holdExpiresAt(),
                    r.confirmedAt(),
                    r.cancelledAt(),
                    r.cancelReason(),
                    refund);
        }
    }

    record FoundReservations(List<FoundReservation> items, int page, int size, long total) {}

    @GetMapping
    @ProblemCodes(PlatformProblems.Codes.INVALID)
    FoundReservations find(
            @RequestParam(required = false) @Pattern(regexp = "[A-Z0-9-]{1,30}") @Nullable String number,
            @RequestParam(required = false) @Nullable UUID paymentId,
            @RequestParam(required = false) @Nullable UUID userId,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        if (Stream.of(number, paymentId, userId).filter(Objects::nonNull).count() != 1) {
            throw Problem.of(
                            PlatformProblems.INVALID,
                            "Search by exactly one of number, paymentId and userId.")
                    .exception();
        }
        if (number != null) {
            return found(SearchKey.NUMBER, number, page, size);
        }
        return paymentId != null
                ? found(SearchKey.PAYMENT, paymentId, page, size)
                : found(SearchKey.USER, Objects.requireNonNull(userId), page, size);
    }

    private FoundReservations found(SearchKey key, Object value, int page, int size) {
        List<Reservation> found = reservations.search(key, value, size, page * size);
        Map<UUID, RefundView> refundOf =
                found.isEmpty()
                        ? Map.of()
                        : refunds.ofReservations(found.stream().map(Reservation::id).toList());
        return new FoundReservations(
                found.stream()
                        .map(one -> FoundReservation.of(one, refundOf.get(one.id())))
                        .toList(),
                page,
                size,
                reservations.count(key, value));
    }
}
