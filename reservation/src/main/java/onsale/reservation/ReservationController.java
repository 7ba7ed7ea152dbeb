package onsale.reservation;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.ReservationStore.SearchKey;
import onsale.reservation.archive.RemoveFromList;
import onsale.reservation.cancel.RefundPolicyStore;
import onsale.reservation.checkout.AwaitVerdict;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.payment.RefundStore.RefundView;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A fan's own reservations: the list and each of them. */
@RestController
@RequestMapping("/api/reservations")
@ProblemsOf(ReservationProblems.class)
class ReservationController {

    private final ReservationStore reservations;
    private final RefundStore refunds;
    private final AwaitVerdict awaitVerdict;
    private final RemoveFromList removeFromList;
    private final RefundPolicyStore policies;
    private final Duration cancelledShownFor;

    ReservationController(
            ReservationStore reservations,
            RefundStore refunds,
            AwaitVerdict awaitVerdict,
            RemoveFromList removeFromList,
            RefundPolicyStore policies,
            Duration cancelledShownFor) {
        this.reservations = reservations;
        this.refunds = refunds;
        this.awaitVerdict = awaitVerdict;
        this.removeFromList = removeFromList;
        this.policies = policies;
        this.cancelledShownFor = cancelledShownFor;
    }

    /**
     * A reservation as its fan sees it.
     *
     * @param givenBack the paid seats that were given back, each with its fee
     * @param totalAmount the price of the seats it has, or had when it ended
     * @param refund the money that goes back
     * @param freeCancellationUntil until when seats go back without a fee because the show was
     *     changed; null if it was not, or it is over
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
            @Nullable RefundView refund,
            @Nullable Instant freeCancellationUntil) {

        /**
         * A cancelled reservation shows the seats it had. A hold that is over is shown as
         * cancelled, even before it is.
         */
        static ReservationView of(
                Reservation r, @Nullable RefundView refund, @Nullable Instant freeUntil) {
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
                    refund,
                    r.phase() == Phase.CONFIRMED ? freeUntil : null);
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

    /** Cancelled ones for a while; by its number any, removed and archived ones too. */
    @GetMapping
    ReservationPage mine(
            CurrentUser user,
            @RequestParam(required = false) @Pattern(regexp = "[A-Z0-9-]{1,30}") @Nullable String number,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        if (number != null) {
            List<Reservation> found =
                    reservations.search(SearchKey.NUMBER, number, 1, 0).stream()
                            .filter(reservation -> reservation.belongsTo(user.userId()))
                            .toList();
            return new ReservationPage(
                    views(page == 0 ? found : List.of()), page, size, found.size());
        }
        return new ReservationPage(
                views(reservations.ofUser(user.userId(), cancelledShownFor, size, page * size)),
                page,
                size,
                reservations.countOfUser(user.userId(), cancelledShownFor));
    }

    /** Archived ones too, which a receipt names. */
    @GetMapping("/{id}")
    ReservationView detail(CurrentUser user, @PathVariable UUID id) {
        Reservation own =
                reservations
                        .find(id)
                        .or(() -> reservations.findAll(List.of(id)).stream().findFirst())
                        .filter(r -> r.belongsTo(user.userId()))
                        .orElseThrow(() -> ReservationProblems.notFound().exception());
        return views(List.of(own)).getFirst();
    }

    /** Takes a cancelled reservation off the list. */
    @DeleteMapping("/history/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.WRONG_STATE})
    void remove(CurrentUser user, @PathVariable UUID id) {
        switch (removeFromList.run(user.userId(), id)) {
            case RemoveFromList.Outcome.Removed _ -> {}
            case RemoveFromList.Outcome.NotFound _ ->
                    throw ReservationProblems.notFound().exception();
            case RemoveFromList.Outcome.WrongState(Status status) ->
                    throw ReservationProblems.wrongState(status).exception();
        }
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
        List<UUID> confirmed =
                found.stream()
                        .filter(reservation -> reservation.phase() == Phase.CONFIRMED)
                        .map(Reservation::scheduleId)
                        .toList();
        Map<UUID, Instant> freeUntil =
                confirmed.isEmpty() ? Map.of() : policies.freeUntil(confirmed);
        return found.stream()
                .map(reservation ->
                        ReservationView.of(
                                reservation,
                                refundOf.get(reservation.id()),
                                freeUntil.get(reservation.scheduleId())))
                .toList();
    }
}
