package onsale.reservation.allocation;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.Actor;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Kind;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.allocation.AllocationStore.AllocatedSeat;
import onsale.reservation.hold.CheckedSeats;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Seats that organisers take out of the sale of their own shows, and complimentary tickets. */
@RestController
@RequestMapping("/api/admin/allocations/{scheduleId}")
@ProblemsOf(ReservationProblems.class)
public class AllocationController {

    /** Anything but control characters and halves of characters. */
    private static final String TEXT = "[^\\p{Cc}\\p{Cs}]*";

    private final AllocateSeats allocateSeats;
    private final ReleaseSeats releaseSeats;
    private final AllocationStore store;
    private final Ids ids;

    public AllocationController(
            AllocateSeats allocateSeats,
            ReleaseSeats releaseSeats,
            AllocationStore store,
            Ids ids) {
        this.allocateSeats = allocateSeats;
        this.releaseSeats = releaseSeats;
        this.store = store;
        this.ids = ids;
    }

    /** What seats are allocated for. */
    enum Purpose {
        HOUSE,
        CAMERA,
        SPONSOR,
        COMPLIMENTARY;

        Kind kind() {
            return Kind.valueOf(name());
        }

        static Purpose of(Kind kind) {
            return valueOf(kind.name());
        }
    }

    record AllocationForm(
            @NotNull Purpose purpose,
            @Nullable @Size(max = 200) @Pattern(regexp = TEXT) String note,
            @NotNull @Size(min = 1, max = AllocateSeats.SEATS_MAX) List<@NotNull UUID> seatIds) {}

    /** An allocation with the seats that it has; complimentary seats have tickets. */
    record AllocationView(
            UUID id,
            String number,
            Purpose purpose,
            String note,
            Instant createdAt,
            List<AllocatedSeat> seats) {

        static AllocationView of(Reservation made) {
            return new AllocationView(
                    made.id(),
                    made.number(),
                    Purpose.of(made.kind()),
                    made.note(),
                    made.createdAt(),
                    made.activeSeats().stream()
                            .map(seat ->
                                    new AllocatedSeat(
                                            seat.seatId(), seat.seatNumber(), seat.grade()))
                            .toList());
        }
    }

    record AllocationPage(List<AllocationView> items, int page, int size, long total) {}

    @GetMapping
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    AllocationPage list(
            Actor actor,
            @PathVariable UUID scheduleId,
            @RequestParam(required = false) @Nullable Purpose purpose,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        requireOwn(actor, scheduleId);
        @Nullable Kind kind = purpose == null ? null : purpose.kind();
        List<AllocationView> items =
                store.list(scheduleId, kind, page, size).stream()
                        .map(one ->
                                new AllocationView(
                                        one.id(),
                                        one.number(),
                                        Purpose.of(one.kind()),
                                        one.note(),
                                        one.createdAt(),
                                        store.seats(one.id())))
                        .toList();
        return new AllocationPage(items, page, size, store.count(scheduleId, kind));
    }

    /** A seat that is not free: {@code HELD}, {@code SALE} or what it is allocated for. */
    record TakenSeats(List<AllocationStore.TakenSeat> seats) {}

    @GetMapping("/seats")
    @ProblemCodes(PlatformProblems.Codes.NOT_FOUND)
    TakenSeats seats(Actor actor, @PathVariable UUID scheduleId) {
        requireOwn(actor, scheduleId);
        return new TakenSeats(store.taken(scheduleId));
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ProblemCodes({
        PlatformProblems.Codes.NOT_FOUND,
        Codes.SEATS_TAKEN,
        Codes.NO_SUCH_SEATS,
        Codes.NOT_ON_SALE,
        Codes.KEY_REUSED
    })
    AllocationView allocate(
            Actor actor,
            @PathVariable UUID scheduleId,
            @Valid @RequestBody AllocationForm form,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
        CheckedSeats.checkKey(key);
        if (new HashSet<>(form.seatIds).size() < form.seatIds.size()) {
            throw Problem.of(PlatformProblems.INVALID, "Correct the values and send them again.")
                    .with(List.of(new FieldProblem("seatIds", "must not name a seat twice")))
                    .exception();
        }
        AllocateSeats.Request request =
                new AllocateSeats.Request(
                        actor,
                        scheduleId,
                        form.purpose.kind(),
                        Objects.requireNonNullElse(form.note, "").strip(),
                        form.seatIds,
                        key == null ? ids.next().toString() : key);
        return switch (allocateSeats.run(request)) {
            case AllocateSeats.Outcome.Allocated(Reservation made) -> AllocationView.of(made);
            case AllocateSeats.Outcome.Taken taken ->
                    throw ReservationProblems.seatsTaken(taken.seatIds()).exception();
            case AllocateSeats.Outcome.NoSuchSeats none ->
                    throw ReservationProblems.noSuchSeats(none.seatIds(), List.of()).exception();
            case AllocateSeats.Outcome.NoSchedule _ ->
                    throw ReservationProblems.notFound().exception();
            case AllocateSeats.Outcome.Over _ -> throw ReservationProblems.notOnSale().exception();
            case AllocateSeats.Outcome.KeyReused _ ->
                    throw ReservationProblems.keyReused().exception();
        };
    }

    /** Gives seats back to the sale: those that are named, else all of the allocation. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ProblemCodes({PlatformProblems.Codes.NOT_FOUND, Codes.NO_SUCH_SEATS, Codes.TICKET_USED})
    void release(
            Actor actor,
            @PathVariable UUID scheduleId,
            @PathVariable UUID id,
            @RequestParam(defaultValue = "") @Size(max = AllocateSeats.SEATS_MAX) List<UUID> seatIds) {
        switch (releaseSeats.run(actor, scheduleId, id, seatIds)) {
            case ReleaseSeats.Outcome.Released _ -> {}
            case ReleaseSeats.Outcome.NotFound _ ->
                    throw ReservationProblems.notFound().exception();
            case ReleaseSeats.Outcome.NoSuchSeats none ->
                    throw ReservationProblems.noSuchSeats(none.seatIds(), List.of()).exception();
            case ReleaseSeats.Outcome.Used _ ->
                    throw ReservationProblems.ticketEntered().exception();
        }
    }

    private void requireOwn(Actor actor, UUID scheduleId) {
        if (!store.isOwn(actor, scheduleId)) {
            throw ReservationProblems.notFound().exception();
        }
    }
}
