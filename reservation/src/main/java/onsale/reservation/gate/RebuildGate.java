package onsale.reservation.gate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import onsale.platform.redis.Incarnation.Completion;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
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
        String tag = schedule.id().toString();
        String nonce = gate.incarnation().begin(tag);
        List<String> keys = gate.keys(schedule.id());
        Refill refill = new Refill(tag, nonce, keys.subList(1, keys.size()));
        if (!refill.empty(schedule)) {
            return false;
        }
        List<TakenSeat> taken = seats.allTaken(schedule.id());
        boolean isOpen =
                refill.putTaken(taken)
                        && refill.putFreeOfZones(schedule, taken)
                        && gate.incarnation().complete(tag, nonce) == Completion.OPEN;
        if (isOpen) {
            LOG.info("The gate of schedule {} is open: {} seats taken", tag, taken.size());
        }
        return isOpen;
    }

    /** How long the gate keeps a seat, in the units of its scripts: 0 for one that is sold. */
    static long millis(TakenSeat seat) {
        return seat.sold() ? 0 : Math.max(1, seat.leftMillis() + SeatGate.AFTER_EXPIRY.toMillis());
    }

    /** One rebuild; each step is false if another rebuild has begun or Redis was lost again. */
    private final class Refill {

        private final String tag;
        private final String nonce;
        private final List<String> keys;

        Refill(String tag, String nonce, List<String> keys) {
            this.tag = tag;
            this.nonce = nonce;
            this.keys = keys;
        }

        boolean empty(Schedule schedule) {
            List<String> all = new ArrayList<>(keys);
            schedule.zones().forEach(zone -> all.add(gate.freeKey(schedule.id(), zone)));
            return run(all, List.of("first"));
        }

        boolean putTaken(List<TakenSeat> taken) {
            for (int from = 0; from < taken.size(); from += AT_ONCE) {
                List<TakenSeat> some = taken.subList(from, Math.min(from + AT_ONCE, taken.size()));
                List<String> args = new ArrayList<>(List.of("next", "" + some.size()));
                for (TakenSeat seat : some) {
                    args.add("" + seat.ordinal());
                    args.add("" + millis(seat));
                    args.add(seat.holder());
                }
                if (!run(keys, args)) {
                    return false;
                }
            }
            return true;
        }

        boolean putFreeOfZones(Schedule schedule, List<TakenSeat> taken) {
            BitSet isTaken = new BitSet(schedule.seatCount());
            taken.forEach(seat -> isTaken.set(seat.ordinal()));
            for (int i = 0; i < schedule.zones().size(); i++) {
                List<String> withFree = new ArrayList<>(keys);
                withFree.add(gate.freeKey(schedule.id(), schedule.zones().get(i)));
                if (!putFree(withFree, free(schedule, i + 1, isTaken))) {
                    return false;
                }
            }
            return true;
        }

        private boolean putFree(List<String> withFree, List<Integer> free) {
            for (int from = 0; from < free.size(); from += AT_ONCE) {
                List<String> args = new ArrayList<>(List.of("next", "0"));
                free.subList(from, Math.min(from + AT_ONCE, free.size()))
                        .forEach(ordinal -> args.add("" + ordinal));
                if (!run(withFree, args)) {
                    return false;
                }
            }
            return true;
        }

        private boolean run(List<String> keysOfStep, List<String> args) {
            return gate.incarnation().rebuild(tag, nonce, REFILL, keysOfStep, args)
                    instanceof LuaReply.Values;
        }
    }

    private static List<Integer> free(Schedule schedule, int zone, BitSet isTaken) {
        List<Integer> free = new ArrayList<>();
        for (int i = 0; i < schedule.seatCount(); i++) {
            if (schedule.zoneOf()[i] == zone && !isTaken.get(i)) {
                free.add(i);
            }
        }
        return free;
    }
}
