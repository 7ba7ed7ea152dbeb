package onsale.reservation.recommend;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntPredicate;
import onsale.reservation.Reservation;
import onsale.reservation.ReservationStore;
import onsale.reservation.hold.HoldRequest;
import onsale.reservation.hold.HoldSeats;
import onsale.reservation.hold.HoldSeats.Outcome.Held;
import onsale.reservation.hold.HoldSeats.Outcome.KeyReused;
import onsale.reservation.hold.HoldSeats.Outcome.Refused;
import onsale.reservation.hold.HoldSeats.Outcome.Taken;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.recommend.RecommendSeats.Wish;

/**
 * Holds the best seats that are still free. The map in memory is a moment old, so in a rush others
 * may have the first proposal already: then the next one is tried, and new ones are made without
 * the seats that were taken. The same request repeated finds the seats that it got.
 */
public final class HoldBestSeats {

    private static final int ROUNDS_MAX = 3;

    private final HoldSeats holdSeats;
    private final ReservationStore reservations;

    public HoldBestSeats(HoldSeats holdSeats, ReservationStore reservations) {
        this.holdSeats = holdSeats;
        this.reservations = reservations;
    }

    /** The outcome of holding the best seats. */
    public sealed interface Outcome {
        record Done(List<Proposal> proposals, Held held) implements Outcome {}

        /** There are no such seats. */
        record NoneLeft() implements Outcome {}

        record NotHeld(Refused why) implements Outcome {}
    }

    /**
     * Tries proposals until one is held.
     *
     * @param fan the request without seats
     */
    public Outcome run(
            HoldRequest fan,
            Schedule schedule,
            SeatingPlan plan,
            IntPredicate isAvailable,
            Wish wish) {
        Optional<Held> before = before(fan, wish);
        if (before.isPresent()) {
            return new Outcome.Done(List.of(), before.get());
        }
        BitSet taken = new BitSet();
        Set<UUID> refused = new HashSet<>();
        for (int round = 0; round < ROUNDS_MAX; round++) {
            List<Proposal> proposals =
                    RecommendSeats.run(
                            plan, seat -> isAvailable.test(seat) && !taken.get(seat), wish);
            for (int i = 0; i < proposals.size(); i++) {
                HoldSeats.Outcome outcome =
                        holdSeats.run(fan.withSeats(schedule.seats(proposals.get(i).seats())));
                switch (outcome) {
                    case Held held -> {
                        return new Outcome.Done(proposals.subList(i, proposals.size()), held);
                    }
                    case Taken others -> {
                        refused.addAll(others.seatIds());
                        others.seatIds()
                                .forEach(seat -> schedule.numberedSeat(seat).ifPresent(taken::set));
                    }
                    case KeyReused reused -> {
                        return before(fan, wish)
                                .<Outcome>map(held -> new Outcome.Done(List.of(), held))
                                .orElse(new Outcome.NotHeld(reused));
                    }
                    case Refused other -> {
                        return new Outcome.NotHeld(other);
                    }
                }
            }
            if (proposals.isEmpty()) {
                break;
            }
        }
        return refused.isEmpty()
                ? new Outcome.NoneLeft()
                : new Outcome.NotHeld(new Taken(List.copyOf(refused)));
    }

    /** What the same request got before. */
    private Optional<Held> before(HoldRequest fan, Wish wish) {
        return reservations
                .findByRequest(fan.userId(), fan.idempotencyKey())
                .filter(known ->
                        known.phase() == Reservation.Phase.HELD
                                && known.scheduleId().equals(fan.scheduleId())
                                && known.activeSeats().size() == wish.count())
                .map(Held::of);
    }
}
