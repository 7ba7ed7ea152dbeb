package onsale.reservation.seatmap;

import java.util.Optional;
import onsale.reservation.ReservationProblems;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.turn.EntryTokens;
import org.jspecify.annotations.Nullable;

/** Decides who may look at the seats of a schedule: with a waiting room, those with a token. */
public final class SeatAccess {

    private final EntryTokens entryTokens;

    public SeatAccess(EntryTokens entryTokens) {
        this.entryTokens = entryTokens;
    }

    /** Throws the problem unless the schedule exists and this fan may look at its seats. */
    void check(Optional<Schedule> found, @Nullable String token) {
        Schedule schedule = found.orElseThrow(() -> ReservationProblems.notFound().exception());
        if (!mayLook(schedule, token)) {
            throw ReservationProblems.entryNeeded().exception();
        }
    }

    boolean mayLook(Schedule schedule, @Nullable String token) {
        return !schedule.queued() || entryTokens.isFor(schedule.id(), token);
    }

    /** The entry by which a fan may look at the seats of a schedule with a waiting room. */
    Optional<EntryTokens.Entry> entry(Schedule schedule, @Nullable String token) {
        return entryTokens.of(schedule.id(), token);
    }
}
