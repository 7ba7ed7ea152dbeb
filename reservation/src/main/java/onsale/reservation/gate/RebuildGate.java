package onsale.reservation.gate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Recovery;
import onsale.reservation.SeatStore;
import onsale.reservation.SeatStore.TakenSeat;
import onsale.reservation.inventory.Schedule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills a gate from the rows, after a cold start or a loss of Redis's data, and opens it. Safe to
 * repeat and to run twice at once: only the last rebuild that began completes.
 */
public final class RebuildGate {

    private static final LuaScript REFILL = LuaScript.rebuilding(RebuildGate.class, "refill.lua");
    private static final int AT_ONCE = 500;
    private static final Logger LOG = LoggerFactory.getLogger(RebuildGate.class);

    private final SeatStore seats;
    private final SeatGate gate;

    public RebuildGate(SeatStore seats, SeatGate gate) {
        this.seats = seats;
        this.gate = gate;
    }

    /**
     * Rebuilds the gate of a schedule; true if it is open then. Meanwhile holds go to PostgreSQL
     * without the gate. Those that commit after the rows were read are missing at the gate until
     * {@link MendGate} finds them.
     */
    boolean run(Schedule schedule) {
        Recovery recovery = gate.incarnation().recover(schedule.id().toString());
        List<String> keys = gate.keys(schedule.id());
        List<String> withZones = new ArrayList<>(keys);
        schedule.zones().forEach(zone -> withZones.add(gate.freeKey(schedule.id(), zone)));
        if (!recovery.run(REFILL, withZones, List.of("first"))) {
            return false;
        }
        List<TakenSeat> taken = seats.allTaken(schedule.id());
        boolean isOpen =
                taken.stream()
                                .gather(Gatherers.windowFixed(AT_ONCE))
                                .allMatch(some -> recovery.run(REFILL, keys, takenArgs(some)))
                        && putFreeOfZones(recovery, schedule, taken)
                        && recovery.complete();
        if (isOpen) {
            LOG.info(
                    "The gate of schedule {} is open: {} seats taken", schedule.id(), taken.size());
        }
        return isOpen;
    }

    private static List<String> takenArgs(List<TakenSeat> taken) {
        List<String> args = new ArrayList<>(List.of("next", "" + taken.size()));
        for (TakenSeat seat : taken) {
            args.add("" + seat.ordinal());
            args.add("" + millis(seat));
            args.add(seat.holder());
        }
        return args;
    }

    private boolean putFreeOfZones(Recovery recovery, Schedule schedule, List<TakenSeat> taken) {
        BitSet isTaken = new BitSet(schedule.seatCount());
        taken.forEach(seat -> isTaken.set(seat.ordinal()));
        for (int i = 0; i < schedule.zones().size(); i++) {
            int zone = i + 1;
            List<String> keys = new ArrayList<>(gate.keys(schedule.id()));
            keys.add(gate.freeKey(schedule.id(), schedule.zones().get(i)));
            boolean isPut =
                    IntStream.range(0, schedule.seatCount())
                            .filter(seat -> schedule.zoneOf()[seat] == zone && !isTaken.get(seat))
                            .mapToObj(String::valueOf)
                            .gather(Gatherers.windowFixed(AT_ONCE))
                            .allMatch(free -> recovery.run(REFILL, keys, freeArgs(free)));
            if (!isPut) {
                return false;
            }
        }
        return true;
    }

    private static List<String> freeArgs(List<String> free) {
        List<String> args = new ArrayList<>(List.of("next", "0"));
        args.addAll(free);
        return args;
    }

    /** How long the gate keeps a seat, in the units of its scripts: 0 for one that is sold. */
    static long millis(TakenSeat seat) {
        return seat.sold() ? 0 : Math.max(1, seat.leftMillis() + SeatGate.AFTER_EXPIRY.toMillis());
    }
}
