package onsale.reservation.checkin;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import onsale.reservation.ReservationProblems;
import onsale.reservation.ReservationProblems.Codes;
import onsale.reservation.checkin.CheckIn.Outcome;
import onsale.reservation.checkin.CheckInStore.Conflict;
import onsale.reservation.checkin.CheckInStore.ListedTicket;
import onsale.reservation.checkin.CheckInStore.Rules;
import onsale.reservation.checkin.CheckInStore.ScannedTicket;
import onsale.reservation.checkin.CheckInStore.SectionDoor;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tickets at the doors: one at a time, the list for offline scanners, and what they send later. */
@RestController
@RequestMapping("/api/admin/check-in")
@ProblemsOf(ReservationProblems.class)
public class CheckInController {

    private static final int LIST_MAX = 1_000;
    private static final int SYNC_MAX = 200;
    private static final int CONFLICTS_MAX = 500;
    private static final int SECTIONS_MAX = 1_000;
    private static final int CODE_MAX = 200;

    /** Anything but control characters and halves of characters. */
    private static final String TEXT = "[^\\p{Cc}\\p{Cs}]*";

    /** A scanner's clock may be wrong, but not by more than this. */
    private static final Duration CLOCK_ERROR_MAX = Duration.ofDays(1);

    /** How long a scanner may keep what it has scanned. */
    private static final Duration KEPT_MAX = Duration.ofDays(30);

    private final CheckIn checkIn;
    private final CheckInStore store;
    private final Clock clock;
    private final AuditTrail audit;

    public CheckInController(CheckIn checkIn, CheckInStore store, Clock clock, AuditTrail audit) {
        this.checkIn = checkIn;
        this.store = store;
        this.clock = clock;
        this.audit = audit;
    }

    /**
     * A code read at a door of a show.
     *
     * @param id chosen by the scanner, by which it may send the same scan again when no answer came
     */
    record ScanForm(
            @NotNull UUID id,
            @NotNull UUID scheduleId,
            @NotBlank @Size(max = CODE_MAX) @Pattern(regexp = TEXT) String code,
            @NotBlank @Size(max = 20) @Pattern(regexp = TEXT) String door) {}

    /** What a scan came to. */
    enum Result {
        ENTERED,
        RE_ENTERED,
        USED,
        VOID,
        WRONG_DOOR,
        OTHER_SHOW,
        UNKNOWN
    }

    /** A ticket that may enter. */
    record EntryView(
            Result result,
            String number,
            String seatNumber,
            String grade,
            String door,
            Instant at) {}

    @PostMapping
    @ProblemCodes({
        Codes.TICKET_USED,
        Codes.TICKET_VOID,
        Codes.WRONG_DOOR,
        Codes.OTHER_SHOW,
        Codes.NO_SUCH_TICKET
    })
    EntryView scan(Actor operator, @Valid @RequestBody ScanForm form) {
        Scan scan =
                new Scan(form.id, form.scheduleId, form.code, form.door, clock.instant(), false);
        return switch (checkIn.run(scan)) {
            case Outcome.Entered(ScannedTicket ticket, boolean again, Instant at) -> {
                EntryView entry =
                        new EntryView(
                                again ? Result.RE_ENTERED : Result.ENTERED,
                                ticket.number(),
                                ticket.seatNumber(),
                                ticket.grade(),
                                form.door,
                                at);
                audit.record(operator, "check-in.scan", ticket.number(), null, entry);
                yield entry;
            }
            case Outcome.Used used ->
                    throw ReservationProblems.ticketUsed(
                                    used.ticket().number(), used.door(), used.at())
                            .exception();
            case Outcome.Cancelled _ -> throw ReservationProblems.ticketVoid().exception();
            case Outcome.WrongDoor wrong ->
                    throw ReservationProblems.wrongDoor(wrong.door()).exception();
            case Outcome.OtherShow _ -> throw ReservationProblems.otherShow().exception();
            case Outcome.Unknown _ -> throw ReservationProblems.noSuchTicket().exception();
        };
    }

    /**
     * The tickets that an offline scanner knows.
     *
     * @param next where the next page begins; null on the last one
     */
    record TicketList(boolean reEntry, List<ListedTicket> tickets, @Nullable String next) {}

    @GetMapping("/{scheduleId}/list")
    TicketList list(
            @PathVariable UUID scheduleId,
            @RequestParam(defaultValue = "") @Pattern(regexp = "[A-Z0-9-]{0,40}") String after,
            @RequestParam(defaultValue = "1000") @Min(1) @Max(LIST_MAX) int size) {
        UUID eventId = eventOf(scheduleId);
        List<ListedTicket> tickets = store.list(scheduleId, after, size);
        return new TicketList(
                store.rules(eventId).reEntry(),
                tickets,
                tickets.size() < size ? null : tickets.getLast().number());
    }

    /**
     * A scan that was decided offline.
     *
     * @param id chosen by the scanner; sent again, it counts once
     */
    record OfflineScan(
            @NotNull UUID id,
            @NotBlank @Size(max = CODE_MAX) @Pattern(regexp = TEXT) String code,
            @NotNull Instant scannedAt) {}

    record SyncForm(
            @NotBlank @Size(max = 20) @Pattern(regexp = TEXT) String door,
            @NotNull @Size(min = 1, max = SYNC_MAX) List<@NotNull @Valid OfflineScan> scans) {}

    /** What an offline scan came to, and by which door and when the ticket had entered before. */
    record SyncedScan(
            UUID id,
            Result result,
            @Nullable String number,
            @Nullable String seatNumber,
            @Nullable String firstDoor,
            @Nullable Instant firstAt) {

        static SyncedScan of(UUID id, Outcome outcome) {
            return switch (outcome) {
                case Outcome.Entered(ScannedTicket ticket, boolean again, _) ->
                        of(id, again ? Result.RE_ENTERED : Result.ENTERED, ticket, null, null);
                case Outcome.Used(ScannedTicket ticket, String door, Instant at) ->
                        of(id, Result.USED, ticket, door, at);
                case Outcome.Cancelled(ScannedTicket ticket) ->
                        of(id, Result.VOID, ticket, null, null);
                case Outcome.WrongDoor(ScannedTicket ticket, String door) ->
                        of(id, Result.WRONG_DOOR, ticket, door, null);
                case Outcome.OtherShow _ ->
                        new SyncedScan(id, Result.OTHER_SHOW, null, null, null, null);
                case Outcome.Unknown _ ->
                        new SyncedScan(id, Result.UNKNOWN, null, null, null, null);
            };
        }

        private static SyncedScan of(
                UUID id,
                Result result,
                ScannedTicket ticket,
                @Nullable String door,
                @Nullable Instant at) {
            return new SyncedScan(id, result, ticket.number(), ticket.seatNumber(), door, at);
        }
    }

    record SyncView(List<SyncedScan> scans) {}

    @PostMapping("/{scheduleId}/sync")
    SyncView sync(
            Actor operator, @PathVariable UUID scheduleId, @Valid @RequestBody SyncForm form) {
        eventOf(scheduleId);
        requirePlausibleTimes(form.scans);
        SyncView synced = new SyncView(decided(scheduleId, form));
        audit.record(operator, "check-in.sync", scheduleId.toString(), null, synced);
        return synced;
    }

    private List<SyncedScan> decided(UUID scheduleId, SyncForm form) {
        return form.scans.stream()
                .map(one ->
                        SyncedScan.of(
                                one.id,
                                checkIn.run(
                                        new Scan(
                                                one.id,
                                                scheduleId,
                                                one.code,
                                                form.door,
                                                one.scannedAt,
                                                true))))
                .toList();
    }

    private void requirePlausibleTimes(List<OfflineScan> scans) {
        Instant now = clock.instant();
        for (OfflineScan one : scans) {
            if (one.scannedAt.isAfter(now.plus(CLOCK_ERROR_MAX))
                    || one.scannedAt.isBefore(now.minus(KEPT_MAX))) {
                throw Problem.of(PlatformProblems.INVALID, "Set the scanner's clock.").exception();
            }
        }
    }

    record ConflictsView(List<Conflict> conflicts) {}

    @GetMapping("/{scheduleId}/conflicts")
    ConflictsView conflicts(@PathVariable UUID scheduleId) {
        eventOf(scheduleId);
        return new ConflictsView(store.conflicts(scheduleId, CONFLICTS_MAX));
    }

    /** The only door of a section. */
    record SectionDoorForm(
            @NotNull @Size(max = 50) @Pattern(regexp = TEXT) String floor,
            @NotNull @Size(max = 50) @Pattern(regexp = TEXT) String section,
            @NotBlank @Size(max = 20) @Pattern(regexp = TEXT) String door) {}

    record RulesForm(
            @NotNull Boolean reEntry,
            @NotNull @Size(max = SECTIONS_MAX) List<@NotNull @Valid SectionDoorForm> doors) {}

    @GetMapping("/rules/{eventId}")
    Rules rules(@PathVariable UUID eventId) {
        return known(eventId);
    }

    @PutMapping("/rules/{eventId}")
    Rules changeRules(
            Actor operator, @PathVariable UUID eventId, @Valid @RequestBody RulesForm form) {
        Rules rules =
                new Rules(
                        form.reEntry,
                        form.doors.stream()
                                .map(one -> new SectionDoor(one.floor, one.section, one.door))
                                .toList());
        return audit.record(
                operator,
                "check-in.rules",
                eventId.toString(),
                () -> known(eventId),
                () -> {
                    store.replaceRules(eventId, rules);
                    return known(eventId);
                },
                after -> after);
    }

    private Rules known(UUID eventId) {
        if (!store.isEvent(eventId)) {
            throw ReservationProblems.notFound().exception();
        }
        return store.rules(eventId);
    }

    private UUID eventOf(UUID scheduleId) {
        return store.eventOf(scheduleId)
                .orElseThrow(() -> ReservationProblems.notFound().exception());
    }
}
