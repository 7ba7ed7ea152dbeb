package onsale.reservation;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.door.HotAnswer;
import onsale.reservation.HoldController.SeatView;
import onsale.reservation.Reservation.Status;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** From the checkout to the ticket, and a fan's history. */
@RestController
@RequestMapping("/api/reservations")
class ReservationController {

    private final ChangeReservation change;
    private final ReservationStore store;
    private final Schedules schedules;
    private final SeatMaps maps;
    private final SeatsRead seatsRead;

    ReservationController(
            ChangeReservation change,
            ReservationStore store,
            Schedules schedules,
            SeatMaps maps,
            SeatsRead seatsRead) {
        this.change = change;
        this.store = store;
        this.schedules = schedules;
        this.maps = maps;
        this.seatsRead = seatsRead;
    }

    record CheckoutView(UUID reservationId, String paymentOrder, long amount, Instant payBefore) {}

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
            long totalAmount,
            Instant createdAt,
            @Nullable Instant holdExpiresAt,
            boolean checkedOut,
            @Nullable Instant confirmedAt,
            @Nullable Instant cancelledAt,
            @Nullable String cancelReason) {

        /** A cancelled one shows the seats it had. A hold that is over is cancelled to the fan. */
        static ReservationView of(Reservation r) {
            boolean over = r.expired() && !r.isCheckedOut();
            boolean ended = over || r.status() == Status.CANCELLED;
            return new ReservationView(
                    r.id(),
                    r.number(),
                    over ? Status.CANCELLED : r.status(),
                    r.scheduleId(),
                    r.title(),
                    r.venue(),
                    r.hall(),
                    r.posterUrl(),
                    r.startsAt(),
                    SeatView.of(ended ? r.seats() : r.activeSeats()),
                    r.totalAmount(),
                    r.createdAt(),
                    r.status() == Status.PENDING ? r.holdExpiresAt() : null,
                    r.isCheckedOut(),
                    r.confirmedAt(),
                    over ? r.holdExpiresAt() : r.cancelledAt(),
                    over ? Reservation.Reason.EXPIRED.name() : r.cancelReason());
        }
    }

    record Page(List<ReservationView> items, int page, int size, long total) {}

    @GetMapping
    Page mine(
            CurrentUser user,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        List<ReservationView> items =
                store.ofUser(user.userId(), size, page * size).stream()
                        .map(ReservationView::of)
                        .toList();
        return new Page(items, page, size, store.countOfUser(user.userId()));
    }

    @GetMapping("/{id}")
    ResponseEntity<?> detail(CurrentUser user, @PathVariable UUID id) {
        Optional<Reservation> found = own(user, id);
        return found.isPresent()
                ? ResponseEntity.ok(ReservationView.of(found.get()))
                : ReservationProblems.notFound().response();
    }

    @GetMapping("/{id}/tickets")
    ResponseEntity<?> tickets(CurrentUser user, @PathVariable UUID id) {
        return own(user, id).isPresent()
                ? ResponseEntity.ok(store.tickets(id))
                : ReservationProblems.notFound().response();
    }

    private Optional<Reservation> own(CurrentUser user, UUID id) {
        return store.find(id).filter(r -> r.userId().equals(user.userId()));
    }

    @PostMapping("/{id}/checkout")
    ResponseEntity<?> checkOut(CurrentUser user, @PathVariable UUID id) {
        return HoldController.answer(change.checkOut(user.userId(), id));
    }

    @PostMapping("/{id}/abandon")
    ResponseEntity<?> abandon(CurrentUser user, @PathVariable UUID id) {
        return switch (change.abandon(user.userId(), id)) {
            case ChangeReservation.Outcome.Done _ -> ResponseEntity.accepted().build();
            case ChangeReservation.Outcome other -> HoldController.answer(other);
        };
    }

    @DeleteMapping("/{id}")
    ResponseEntity<?> cancel(CurrentUser user, @PathVariable UUID id) {
        return switch (change.cancel(user.userId(), id)) {
            case ChangeReservation.Outcome.Done _ -> ResponseEntity.noContent().build();
            case ChangeReservation.Outcome other -> HoldController.answer(other);
        };
    }

    /** The first look at a schedule on this node; the door answers the next from memory. */
    @GetMapping("/seats/{scheduleId}")
    ResponseEntity<?> seats(
            @PathVariable UUID scheduleId,
            @RequestParam(required = false) @Min(0) @Nullable Long since,
            @RequestHeader(name = SeatsRead.QUEUE_TOKEN, required = false) @Nullable String token) {
        Optional<Schedule> schedule = schedules.find(scheduleId);
        if (schedule.isEmpty()) {
            return ReservationProblems.notFound().response();
        }
        if (!seatsRead.mayLook(schedule.get(), token)) {
            return ReservationProblems.entryNeeded().response();
        }
        SeatMap map = maps.find(scheduleId).orElseThrow();
        HotAnswer answer = since == null ? map.all() : map.since(since);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(SeatMap.CONTENT_TYPE))
                .body(answer.body());
    }
}
