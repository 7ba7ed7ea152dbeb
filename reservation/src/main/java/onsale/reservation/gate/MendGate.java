package onsale.reservation.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import onsale.reservation.SeatStore;
import onsale.reservation.SeatStore.TakenSeat;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares an open gate with the rows and repairs the differences: seats whose release was not
 * heard, and seats that were held while the gate was restoring. Safe to repeat and to run twice at
 * once.
 */
public final class MendGate {

    private static final LuaScript MEND = LuaScript.guarded(MendGate.class, "mend.lua");

    /** How much the end of a hold may differ between the gate and the rows. */
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(MendGate.class);

    private final Schedules schedules;
    private final SeatStore seats;
    private final SeatGate gate;

    public MendGate(Schedules schedules, SeatStore seats, SeatGate gate) {
        this.schedules = schedules;
        this.seats = seats;
        this.gate = gate;
    }

    /**
     * Mends the gate of a schedule; returns how many seats were wrong. Each repair happens only if
     * the entry is still the one that was read. Does nothing while the gate is restoring.
     */
    public int run(UUID id) {
        return gate.all(id).map(all -> mend(id, all)).orElse(0);
    }

    private int mend(UUID id, SeatGate.All all) {
        int wrong = 0;
        for (Wrong seat : wrong(id, all)) {
            wrong += repair(id, seat);
        }
        if (wrong > 0) {
            LOG.info("{} seats of schedule {} were wrong at the gate", wrong, id);
        }
        return wrong;
    }

    /** Seats that are wrong in the same way twice, which those that are just changing are not. */
    public List<Integer> wrongTwice(UUID id) {
        Set<Wrong> first = wrong(id);
        if (first.isEmpty()) {
            return List.of();
        }
        Set<Wrong> both = wrong(id);
        both.retainAll(first);
        return both.stream().map(Wrong::ordinal).toList();
    }

    private Set<Wrong> wrong(UUID id) {
        return gate.all(id)
                .map(all -> new LinkedHashSet<>(wrong(id, all)))
                .orElseGet(LinkedHashSet::new);
    }

    /**
     * A seat that the gate shows otherwise than the rows.
     *
     * @param was the gate's entry, or null if it has none
     * @param sold whether the seat is sold by the rows
     * @param holder the tag of who has the seat by the rows; empty if nobody has
     */
    private record Wrong(
            int ordinal,
            SeatGate.@Nullable Entry was,
            boolean sold,
            String holder,
            long keepMillis) {

        /** Without how long a hold has left, in which two looks differ. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Wrong that
                    && ordinal == that.ordinal
                    && Objects.equals(was, that.was)
                    && sold == that.sold
                    && holder.equals(that.holder);
        }

        @Override
        public int hashCode() {
            return ordinal;
        }
    }

    /**
     * The gate was read before the rows. An entry without a row is therefore either a request whose
     * transaction is under way, which ends soon, or an orphan.
     */
    private List<Wrong> wrong(UUID id, SeatGate.All all) {
        Map<Integer, SeatGate.Entry> entries = new HashMap<>();
        all.entries().forEach(entry -> entries.put(entry.ordinal(), entry));
        List<Wrong> wrong = new ArrayList<>();
        for (TakenSeat seat : seats.allTaken(id)) {
            SeatGate.@Nullable Entry entry = entries.remove(seat.ordinal());
            boolean right =
                    entry != null
                            && entry.holder().equals(seat.holder())
                            && entry.isSold() == seat.sold()
                            && (seat.sold() || isCloseTo(entry, all.nowMillis(), seat));
            if (!right) {
                wrong.add(
                        new Wrong(
                                seat.ordinal(),
                                entry,
                                seat.sold(),
                                seat.holder(),
                                RebuildGate.millis(seat)));
            }
        }
        long newTakesEnd = all.nowMillis() + SeatGate.TAKE_FOR.toMillis();
        for (SeatGate.Entry entry : entries.values()) {
            boolean mayBeUnderWay =
                    entry.untilMillis() > all.nowMillis() && entry.untilMillis() <= newTakesEnd;
            if (!mayBeUnderWay) {
                wrong.add(new Wrong(entry.ordinal(), entry, false, "", 0));
            }
        }
        return wrong;
    }

    private static boolean isCloseTo(SeatGate.Entry entry, long now, TakenSeat seat) {
        long difference = entry.untilMillis() - now - RebuildGate.millis(seat);
        return Math.abs(difference) < TOLERANCE.toMillis();
    }

    private int repair(UUID id, Wrong seat) {
        int ordinal = seat.ordinal;
        @Nullable Schedule schedule = schedules.find(id).orElse(null);
        if (schedule == null || ordinal >= schedule.seatCount()) {
            return 0;
        }
        SeatGate.@Nullable Entry was = seat.was;
        String millis = seat.holder.isEmpty() ? "free" : "" + seat.keepMillis;
        List<String> keys = new ArrayList<>(gate.keys(schedule.id()));
        int zone = schedule.zoneOf()[ordinal];
        if (zone > 0) {
            keys.add(gate.freeKey(schedule.id(), schedule.zones().get(zone - 1)));
        }
        String before = was == null ? "" : was.untilMillis() + ":" + was.holder();
        try {
            LuaReply reply =
                    gate.lua().run(MEND, keys, List.of("" + ordinal, before, millis, seat.holder));
            return reply instanceof LuaReply.Values values ? (int) values.number(1) : 0;
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return 0; // the next run finds it
        }
    }
}
