package onsale.reservation.hold;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.Reservation;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.SeatView;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.turn.EntryTokens;
import onsale.reservation.turn.Turn;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Holds seats, and changes, releases and extends holds. */
@RestController
@RequestMapping("/api/reservations/hold")
@ProblemsOf(ReservationProblems.class)
public class HoldController {

    private static final int LISTED_MAX = 100;

    private final HoldSeats holdSeats;
    private final ChangeSeats changeSeats;
    private final ReleaseHold releaseHold;
    private final ExtendHold extendHold;
    private final Schedules schedules;
    private final EntryTokens entryTokens;
    private final Ids ids;
    private final HoldMetrics metrics;

    public HoldController(
            HoldSeats holdSeats,
            ChangeSeats changeSeats,
            ReleaseHold releaseHold,
            ExtendHold extendHold,
            Schedules schedules,
            EntryTokens entryTokens,
            Ids ids,
            HoldMetrics metrics) {
        this.holdSeats = holdSeats;
        this.changeSeats = changeSeats;
        this.releaseHold = releaseHold;
        this.extendHold = extendHold;
        this.schedules = schedules;
        this.entryTokens = entryTokens;
        this.ids = ids;
        this.metrics = metrics;
    }

    /** A number of seats of a standing zone. */
    record ZoneSeats(@NotBlank @Size(max = 50) String zone, @Min(1) @Max(100) int count) {}

    record HoldForm(
            @NotNull UUID scheduleId,
            @Nullable @Size(max = LISTED_MAX) List<@NotNull UUID> seatIds,
            @Nullable @Size(max = LISTED_MAX) List<@NotNull @Valid ZoneSeats> zones) {}

    /** All seats that the hold is to have. */
    record SeatsForm(
            @Nullable @Size(max = LISTED_MAX) List<@NotNull UUID> seatIds,
            @Nullable @Size(max = LISTED_MAX) List<@NotNull @Valid ZoneSeats> zones) {}

    public record HoldView(
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
                    held.totalWon(),
                    held.holdExpiresAt());
        }

        public static HoldView of(HoldSeats.Outcome.Held held) {
            return new HoldView(
                    held.reservationId(),
                    held.number(),
                    SeatView.of(held.seats()),
                    held.totalWon(),
                    held.expiresAt());
        }
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        Codes.SEATS_TAKEN,
        Codes.ZONE_FULL,
        Codes.TOO_MANY_SEATS,
        Codes.OVER_LIMIT,
        Codes.NOT_ON_SALE,
        Codes.NO_SUCH_SEATS,
        Codes.ENTRY_NEEDED,
        Codes.ENTRY_USED,
        Codes.KEY_REUSED,
        Codes.HOLD_OVER,
        Codes.NOT_NOW
    })
    HoldView hold(
            CurrentUser user,
            @Valid @RequestBody HoldForm form,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestHeader(name = EntryTokens.HEADER, required = false) @Nullable String token) {
        List<UUID> seatIds = form.seatIds == null ? List.of() : form.seatIds;
        Map<String, Integer> zones = CheckedSeats.byZone(form.zones);
        CheckedSeats.check(seatIds, zones);
        CheckedSeats.checkKey(key);
        Schedule schedule =
                schedules
                        .find(form.scheduleId)
                        .orElseThrow(() -> ReservationProblems.notFound().exception());
        @Nullable Turn turn = entryTokens.turn(user, form.scheduleId, token);
        if (schedule.queued() && turn == null) {
            throw ReservationProblems.entryNeeded().exception();
        }
        HoldRequest request =
                new HoldRequest(
                        user.userId(),
                        user.personId(),
                        form.scheduleId,
                        seatIds,
                        zones,
                        key == null ? ids.next().toString() : key,
                        turn);
        return switch (metrics.time(() -> holdSeats.run(request))) {
            case HoldSeats.Outcome.Held held -> HoldView.of(held);
            case HoldSeats.Outcome.Refused refused -> throw problem(refused).exception();
        };
    }

    /** The problem with which a refused hold is answered. */
    public static Problem problem(HoldSeats.Outcome.Refused refused) {
        return switch (refused) {
            case HoldSeats.Outcome.Taken taken -> ReservationProblems.seatsTaken(taken.seatIds());
            case HoldSeats.Outcome.ZoneFull full -> ReservationProblems.zoneFull(full.zone());
            case HoldSeats.Outcome.OverLimit limit ->
                    ReservationProblems.overLimit(limit.seatsPerPersonMax());
            case HoldSeats.Outcome.NoSchedule _ -> ReservationProblems.notFound();
            case HoldSeats.Outcome.NotOnSale _ -> ReservationProblems.notOnSale();
            case HoldSeats.Outcome.EntryUsed _ -> ReservationProblems.entryUsed();
            case HoldSeats.Outcome.NoSuchSeats none ->
                    ReservationProblems.noSuchSeats(none.seatIds(), none.zones());
            case HoldSeats.Outcome.KeyReused _ -> ReservationProblems.keyReused();
            case HoldSeats.Outcome.Over _ -> ReservationProblems.holdOver();
            case HoldSeats.Outcome.NotNow _ -> ReservationProblems.notNow();
        };
    }

    @PutMapping("/{id}")
    @ProblemCodes({
        Codes.SEATS_TAKEN,
        Codes.ZONE_FULL,
        Codes.TOO_MANY_SEATS,
        Codes.OVER_LIMIT,
        Codes.NO_SUCH_SEATS,
        Codes.HOLD_OVER,
        Codes.ORDER_OPEN,
        Codes.WRONG_STATE,
        Codes.NOT_NOW
    })
    HoldView changeSeats(
            CurrentUser user, @PathVariable UUID id, @Valid @RequestBody SeatsForm form) {
        List<UUID> seatIds = form.seatIds == null ? List.of() : form.seatIds;
        Map<String, Integer> zones = CheckedSeats.byZone(form.zones);
        CheckedSeats.check(seatIds, zones);
        return switch (changeSeats.run(user.userId(), id, seatIds, zones)) {
            case ChangeSeats.Outcome.Changed changed -> HoldView.of(changed.reservation());
            case ChangeSeats.Outcome.Refused refused -> throw problem(refused).exception();
        };
    }

    private static Problem problem(ChangeSeats.Outcome.Refused refused) {
        return switch (refused) {
            case ChangeSeats.Outcome.NotFound _ -> ReservationProblems.notFound();
            case ChangeSeats.Outcome.Over _ -> ReservationProblems.holdOver();
            case ChangeSeats.Outcome.OrderOpen _ -> ReservationProblems.orderOpen();
            case ChangeSeats.Outcome.WrongState wrong ->
                    ReservationProblems.wrongState(wrong.status());
            case ChangeSeats.Outcome.NoSuchSeats none ->
                    ReservationProblems.noSuchSeats(none.seatIds(), none.zones());
            case ChangeSeats.Outcome.Taken taken -> ReservationProblems.seatsTaken(taken.seatIds());
            case ChangeSeats.Outcome.ZoneFull full -> ReservationProblems.zoneFull(full.zone());
            case ChangeSeats.Outcome.OverLimit limit ->
                    ReservationProblems.overLimit(limit.seatsPerPersonMax());
            case ChangeSeats.Outcome.NotNow _ -> ReservationProblems.notNow();
        };
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({Codes.ORDER_OPEN, Codes.WRONG_STATE})
    void release(CurrentUser user, @PathVariable UUID id) {
        switch (releaseHold.run(user.userId(), id)) {
            case ReleaseHold.Outcome.Released _ -> {}
            case ReleaseHold.Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case ReleaseHold.Outcome.OrderOpen _ ->
                    throw ReservationProblems.orderOpen().exception();
            case ReleaseHold.Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
        }
    }

    @PostMapping("/{id}/extend")
    @ProblemCodes({Codes.HOLD_OVER, Codes.ORDER_OPEN, Codes.WRONG_STATE, Codes.NO_MORE_EXTENSIONS})
    HoldView extend(CurrentUser user, @PathVariable UUID id) {
        return switch (extendHold.run(user.userId(), id)) {
            case ExtendHold.Outcome.Extended extended -> HoldView.of(extended.reservation());
            case ExtendHold.Outcome.NotFound _ -> throw ReservationProblems.notFound().exception();
            case ExtendHold.Outcome.Over _ -> throw ReservationProblems.holdOver().exception();
            case ExtendHold.Outcome.OrderOpen _ ->
                    throw ReservationProblems.orderOpen().exception();
            case ExtendHold.Outcome.WrongState wrong ->
                    throw ReservationProblems.wrongState(wrong.status()).exception();
            case ExtendHold.Outcome.NoMoreExtensions _ ->
                    throw ReservationProblems.noMoreExtensions().exception();
        };
    }
}
