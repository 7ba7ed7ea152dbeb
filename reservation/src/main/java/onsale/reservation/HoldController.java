package onsale.reservation;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.EntryPass;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.pass.Passes;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.reservation.HoldSeats.Outcome;
import onsale.reservation.Reservation.Seat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Seats for a while: hold, change, release, extend. */
@RestController
@RequestMapping("/api/reservations/hold")
class HoldController {

    private static final int LISTED_MAX = 100;
    private static final int KEY_CHARS_MAX = 100;

    private final HoldSeats holdSeats;
    private final ChangeReservation change;
    private final Schedules schedules;
    private final Passes passes;
    private final Ids ids;

    HoldController(
            HoldSeats holdSeats,
            ChangeReservation change,
            Schedules schedules,
            Passes passes,
            Ids ids) {
        this.holdSeats = holdSeats;
        this.change = change;
        this.schedules = schedules;
        this.passes = passes;
        this.ids = ids;
    }

    record ZoneWish(@NotBlank @Size(max = 50) String zone, @Min(1) @Max(100) int count) {}

    record HoldRequest(
            @NotNull UUID scheduleId,
            @Nullable @Size(max = LISTED_MAX) List<@NotNull UUID> seatIds,
            @Nullable @Size(max = LISTED_MAX) List<@NotNull @Valid ZoneWish> zones) {}

    record SeatsRequest(@NotNull @Size(min = 1, max = LISTED_MAX) List<@NotNull UUID> seatIds) {}

    record SeatView(UUID seatId, String seatNumber, String grade, long price) {

        static List<SeatView> of(List<Seat> seats) {
            return seats.stream()
                    .map(s -> new SeatView(s.seatId(), s.seatNumber(), s.grade(), s.price()))
                    .toList();
        }
    }

    record HoldView(
            UUID reservationId,
            String reservationNumber,
            List<SeatView> seats,
            long totalAmount,
            Instant holdExpiresAt) {

        static HoldView of(Reservation held) {
            return new HoldView(
                    held.id(),
                    held.number(),
                    SeatView.of(held.activeSeats()),
                    held.totalAmount(),
                    held.holdExpiresAt());
        }
    }

    @PostMapping
    ResponseEntity<?> hold(
            CurrentUser user,
            @Valid @RequestBody HoldRequest request,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestHeader(name = SeatsRead.QUEUE_TOKEN, required = false) @Nullable String token) {
        List<UUID> seatIds = request.seatIds == null ? List.of() : request.seatIds;
        Map<String, Integer> zones = new LinkedHashMap<>();
        if (request.zones != null) {
            request.zones.forEach(wish -> zones.merge(wish.zone, wish.count, Integer::sum));
        }
        @Nullable Problem wrong = wrong(seatIds, zones, key);
        if (wrong != null) {
            return wrong.response();
        }
        Optional<Schedule> schedule = schedules.find(request.scheduleId);
        if (schedule.isEmpty()) {
            return ReservationProblems.notFound().response();
        }
        Optional<EntryPass> entry =
                Optional.ofNullable(token)
                        .flatMap(text -> EntryPass.read(passes, text))
                        .filter(pass ->
                                pass.scheduleId().equals(request.scheduleId)
                                        && pass.userId().equals(user.userId())
                                        && pass.person().equals(EntryPass.person(user.personId())));
        if (schedule.get().queued() && entry.isEmpty()) {
            return ReservationProblems.entryNeeded().response();
        }
        return answer(
                holdSeats.run(
                        new HoldSeats.Wish(
                                user.userId(),
                                user.personId(),
                                request.scheduleId,
                                seatIds,
                                zones,
                                key == null ? ids.next().toString() : key,
                                entry.map(EntryPass::admissionId).orElse(null))));
    }

    private static @Nullable Problem wrong(
            List<UUID> seatIds, Map<String, Integer> zones, @Nullable String key) {
        int count = seatIds.size() + zones.values().stream().mapToInt(Integer::intValue).sum();
        if (count == 0) {
            return invalid("seatIds", "must name at least one seat, or zones a place");
        }
        if (new HashSet<>(seatIds).size() < seatIds.size()) {
            return invalid("seatIds", "must not name a seat twice");
        }
        if (key != null && (key.isBlank() || key.length() > KEY_CHARS_MAX || !isPlain(key))) {
            return invalid("Idempotency-Key", "must have 1 to 100 printable characters");
        }
        return count > HoldSeats.SEATS_MAX ? tooMany() : null;
    }

    private static boolean isPlain(String key) {
        return key.chars().allMatch(c -> c >= ' ' && c < 127);
    }

    private static Problem invalid(String field, String message) {
        return Problem.of(PlatformProblems.INVALID, "Correct the values and send them again.")
                .with(List.of(new FieldProblem(field, message)));
    }

    private static Problem tooMany() {
        return Problem.of(
                ReservationProblems.TOO_MANY_SEATS,
                "Choose at most %d seats at once.".formatted(HoldSeats.SEATS_MAX));
    }

    private static ResponseEntity<?> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Held held ->
                    ResponseEntity.status(201)
                            .body(
                                    new HoldView(
                                            held.reservationId(),
                                            held.number(),
                                            SeatView.of(held.seats()),
                                            held.totalWon(),
                                            held.expiresAt()));
            case Outcome.Taken taken -> taken(taken.seatIds()).response();
            case Outcome.ZoneFull full ->
                    Problem.of(
                                    ReservationProblems.ZONE_FULL,
                                    "Choose another zone or fewer places.")
                            .with("zone", full.zone())
                            .response();
            case Outcome.OverLimit limit -> overLimit(limit.seatsPerPersonMax()).response();
            case Outcome.NoSchedule _ -> ReservationProblems.notFound().response();
            case Outcome.NotOnSale _ ->
                    Problem.of(ReservationProblems.NOT_ON_SALE, "Look up when the sale is open.")
                            .response();
            case Outcome.EntryUsed _ ->
                    Problem.of(
                                    ReservationProblems.ENTRY_USED,
                                    "Enter the waiting room again to buy more.")
                            .response();
            case Outcome.NoSuchSeats none ->
                    Problem.of(ReservationProblems.NO_SUCH_SEATS, "Read the layout again.")
                            .with("seatIds", none.seatIds())
                            .with("zones", none.zones())
                            .response();
            case Outcome.KeyReused _ ->
                    Problem.of(
                                    ReservationProblems.KEY_REUSED,
                                    "Use a new Idempotency-Key for another request.")
                            .response();
            case Outcome.Over _ -> over().response();
            case Outcome.NotNow _ -> ReservationProblems.notNow().response();
        };
    }

    @PutMapping("/{id}")
    ResponseEntity<?> changeSeats(
            CurrentUser user, @PathVariable UUID id, @Valid @RequestBody SeatsRequest request) {
        @Nullable Problem wrong = wrong(request.seatIds, Map.of(), null);
        return wrong != null
                ? wrong.response()
                : answer(change.changeSeats(user.userId(), id, request.seatIds));
    }

    @DeleteMapping("/{id}")
    ResponseEntity<?> release(CurrentUser user, @PathVariable UUID id) {
        return switch (change.release(user.userId(), id)) {
            case ChangeReservation.Outcome.Done _ -> ResponseEntity.noContent().build();
            case ChangeReservation.Outcome other -> answer(other);
        };
    }

    @PostMapping("/{id}/extend")
    ResponseEntity<?> extend(CurrentUser user, @PathVariable UUID id) {
        return answer(change.extend(user.userId(), id));
    }

    /** Shared with {@link ReservationController}. */
    static ResponseEntity<?> answer(ChangeReservation.Outcome outcome) {
        return switch (outcome) {
            case ChangeReservation.Outcome.Done done ->
                    ResponseEntity.ok(HoldView.of(done.reservation()));
            case ChangeReservation.Outcome.CheckedOut out ->
                    ResponseEntity.ok(
                            new ReservationController.CheckoutView(
                                    out.reservation().id(),
                                    out.paymentOrder(),
                                    out.reservation().totalAmount(),
                                    out.payBefore()));
            case ChangeReservation.Outcome.NotFound _ -> ReservationProblems.notFound().response();
            case ChangeReservation.Outcome.Over _ -> over().response();
            case ChangeReservation.Outcome.OrderOpen _ ->
                    Problem.of(ReservationProblems.ORDER_OPEN, "Pay, or abandon the payment first.")
                            .response();
            case ChangeReservation.Outcome.WrongState wrong ->
                    Problem.of(ReservationProblems.WRONG_STATE, "Read the reservation again.")
                            .with("reservationStatus", wrong.status())
                            .response();
            case ChangeReservation.Outcome.NotCheckedOut _ ->
                    Problem.of(ReservationProblems.NOT_CHECKED_OUT, "Release the hold instead.")
                            .response();
            case ChangeReservation.Outcome.NoMoreExtensions _ ->
                    Problem.of(ReservationProblems.NO_MORE_EXTENSIONS, "Pay while the hold lasts.")
                            .response();
            case ChangeReservation.Outcome.TooLate _ ->
                    Problem.of(
                                    ReservationProblems.TOO_LATE,
                                    "Tickets can be given back until the day before the show.")
                            .response();
            case ChangeReservation.Outcome.Taken taken -> taken(taken.seatIds()).response();
            case ChangeReservation.Outcome.OverLimit limit ->
                    overLimit(limit.seatsPerPersonMax()).response();
            case ChangeReservation.Outcome.NoSuchSeats none ->
                    Problem.of(ReservationProblems.NO_SUCH_SEATS, "Read the layout again.")
                            .with("seatIds", none.seatIds())
                            .response();
            case ChangeReservation.Outcome.NotNow _ -> ReservationProblems.notNow().response();
        };
    }

    private static Problem taken(List<UUID> seatIds) {
        return Problem.of(ReservationProblems.SEATS_TAKEN, "Choose other seats.")
                .with("seatIds", seatIds);
    }

    private static Problem overLimit(int max) {
        return Problem.of(
                ReservationProblems.OVER_LIMIT,
                "A person can have %d seats for this show.".formatted(max));
    }

    private static Problem over() {
        return Problem.of(ReservationProblems.HOLD_OVER, "Choose seats again.");
    }
}
