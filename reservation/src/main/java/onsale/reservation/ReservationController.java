package onsale.reservation;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.checkout.AwaitVerdict;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.payment.RefundStore.RefundView;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A fan's own reservations: the list and each of them. */
@RestController
@RequestMapping("/api/reservations")
@ProblemsOf(ReservationProblems.class)
class ReservationController {

    private final ReservationStore reservations;
    private final RefundStore refunds;
    private final AwaitVerdict awaitVerdict;

    ReservationController(
            ReservationStore reservations, RefundStore refunds, AwaitVerdict awaitVerdict) {
        this.reservations = reservations;
        this.refunds = refunds;
        this.awaitVerdict = awaitVerdict;
    }

    /**
     * A reservation as its fan sees it.
     *
     * @param givenBack the paid seats that were given back, each with its fee
     * @param totalAmount the price of the seats it has, or had when it ended
     * @param refund the money that goes back
     */
    record ReservationView(
            UUID reservationId,
            String reservationNumber,
            Status status,
            UUID scheduleId,
            String title,
            String venue,
            String hall,
            String posterUrl,
            Instant startsAt,
            List<SeatView> seats,
            List<GivenBackView> givenBack,
            long totalAmount,
            Instant createdAt,
            @Nullable Instant holdExpiresAt,
            boolean checkedOut,
            @Nullable Instant confirmedAt,
            @Nullable Instant cancelledAt,
            @Nullable String cancelReason,
            @Nullable RefundView refund) {

        /**
         * A cancelled reservation shows the seats it had. A hold that is over is shown as
         * cancelled, even before it is.
         */
        static ReservationView of(Reservation r, @Nullable RefundView refund) {
            boolean over = r.phase() == Phase.HOLD_OVER;
            boolean ended = over || r.phase() == Phase.CANCELLED;
            return new ReservationView(
                    r.id(),
                    r.number(),
                    over ? Status.CANCELLED : r.status(),
                    r.scheduleId(),
                    r.show().title(),
                    r.show().venue(),
                    r.show().hall(),
                    r.show().posterUrl(),
                    r.show().startsAt(),
                    SeatView.of(ended ? r.seats() : r.activeSeats()),
                    GivenBackView.of(r),
                    r.totalWon(),
                    r.createdAt(),
                    r.status() == Status.PENDING ? r.holdExpiresAt() : null,
                    r.isCheckedOut(),
                    r.confirmedAt(),
                    over ? r.holdExpiresAt() : r.cancelledAt(),
                    over ? Reason.EXPIRED.name() : r.cancelReason(),
                    refund);
        }
    }

    /** A paid seat that was given back. */
    record GivenBackView(
            UUID seatId,
            String seatNumber,
            String grade,
            long price,
            long fee,
            long refund,
            Instant cancelledAt) {

        static List<GivenBackView> of(Reservation reservation) {
            List<GivenBackView> all = new ArrayList<>();
            for (Reservation.Seat seat : reservation.seats()) {
                @Nullable Long fee = seat.fee();
                @Nullable Instant at = seat.cancelledAt();
                if (fee != null && at != null) {
                    all.add(
                            new GivenBackView(
                                    seat.seatId(),
                                    seat.seatNumber(),
                                    seat.grade(),
                                    seat.price(),
                                    fee,
                                    seat.price() - fee,
                                    at));
                }
            }
            return all;
        }
    }

    record ReservationPage(List<ReservationView> items, int page, int size, long total) {}

    @GetMapping
    ReservationPage mine(
            CurrentUser user,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        List<ReservationView> items = views(reservations.ofUser(user.userId(), size, page * size));
        return new ReservationPage(items, page, size, reservations.countOfUser(user.userId()));
    }

    @GetMapping("/{id}")
    ReservationView detail(CurrentUser user, @PathVariable UUID id) {
        Reservation own =
                reservations
                        .find(id)
                        .filter(r -> r.belongsTo(user.userId()))
                        .orElseThrow(() -> ReservationProblems.notFound().exception());
        return views(List.of(own)).getFirst();
    }

    /** A reservation, as soon as the order it waits for is paid or closed. */
    @GetMapping("/verdict/{id}")
    ReservationView verdict(
            CurrentUser user,
            @PathVariable UUID id,
            @RequestParam(defaultValue = "5000") @Min(0) @Max(10_000) int waitMillis) {
        Reservation own =
                awaitVerdict
                        .run(user.userId(), id, Duration.ofMillis(waitMillis))
                        .orElseThrow(() -> ReservationProblems.notFound().exception());
        return views(List.of(own)).getFirst();
    }

    private List<ReservationView> views(List<Reservation> found) {
        List<UUID> decided =
                found.stream()
                        .filter(reservation -> reservation.status() != Status.PENDING)
                        .map(Reservation::id)
                        .toList();
        Map<UUID, RefundView> refundOf =
                decided.isEmpty() ? Map.of() : refunds.ofReservations(decided);
        return found.stream()
                .map(reservation -> ReservationView.of(reservation, refundOf.get(reservation.id())))
                .toList();
    }
}
