package onsale.reservation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.job.Lease;
import onsale.platform.redis.Incarnation.Completion;
import onsale.platform.redis.Incarnation.State;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaScript;
import onsale.reservation.ReservationStore.Owned;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a schedule's gate say what PostgreSQL says. Where the gate has lost data it is rebuilt and
 * opened; where it is open, differences are mended. The same run serves a cold start, a lost Redis,
 * seats whose release was not heard, and repair. Safe to repeat and to run twice at once.
 */
final class Reconcile {

    private static final LuaScript REFILL = LuaScript.rebuilding(Reconcile.class, "refill.lua");
    private static final LuaScript MEND = LuaScript.guarded(Reconcile.class, "mend.lua");
    private static final int AT_ONCE = 500;
    private static final int SCHEDULES_MAX = 200;
    private static final Logger LOG = LoggerFactory.getLogger(Reconcile.class);

    /**
     * A hold that found the gate closed may commit so long after it was opened, not heard by it.
     */
    private static final Duration LATE_HOLDS = Duration.ofSeconds(15);

    private final InventoryStore inventory;
    private final Schedules schedules;
    private final ReservationStore reservations;
    private final SeatGate gate;
    private final Lua lua;
    private final Map<UUID, Long> openedNanos = new ConcurrentHashMap<>();

    Reconcile(
            InventoryStore inventory,
            Schedules schedules,
            ReservationStore reservations,
            SeatGate gate,
            Lua lua) {
        this.inventory = inventory;
        this.schedules = schedules;
        this.reservations = reservations;
        this.gate = gate;
        this.lua = lua;
    }

    /** Opens every gate that is closed. Only one node does it at a time. */
    void openGates(Lease lease) {
        for (UUID id : inventory.onSale(SCHEDULES_MAX)) {
            // Asked only when there is something to do: to ask is a write to the database.
            if (gate.incarnation().state(id.toString()) != State.OPEN) {
                if (!lease.stillMine()) {
                    return;
                }
                schedules.find(id).ifPresent(this::rebuild);
            } else if (wasOpenedLately(id)) {
                schedules.find(id).ifPresent(this::mend);
            }
        }
    }

    private boolean wasOpenedLately(UUID id) {
        @Nullable Long opened = openedNanos.get(id);
        if (opened != null && System.nanoTime() - opened > LATE_HOLDS.toNanos()) {
            openedNanos.remove(id);
        }
        return opened != null;
    }

    /** Mends every gate that is open. */
    void mendAll(Lease lease) {
        for (UUID id : inventory.onSale(SCHEDULES_MAX)) {
            if (!lease.stillMine()) {
                return;
            }
            schedules.find(id).ifPresent(this::mend);
        }
    }

    /**
     * While this runs, holds go to PostgreSQL without the gate. Those that commit after our look at
     * the rows are missing here, which {@link #mend} finds right afterwards and for a while.
     */
    void rebuild(Schedule schedule) {
        String tag = schedule.id().toString();
        String nonce = gate.incarnation().begin(tag);
        List<String> keys = gate.keys(schedule.id());
        List<String> inner = keys.subList(1, keys.size());
        List<String> all = new ArrayList<>(inner);
        schedule.zones().forEach(zone -> all.add(gate.freeKey(schedule.id(), zone)));
        if (!refill(tag, nonce, all, List.of("first"))) {
            return;
        }
        List<Owned> owned = reservations.owned(schedule.id());
        BitSet taken = new BitSet(schedule.seatCount());
        for (int from = 0; from < owned.size(); from += AT_ONCE) {
            List<Owned> some = owned.subList(from, Math.min(from + AT_ONCE, owned.size()));
            List<String> args = new ArrayList<>(List.of("next", "" + some.size()));
            for (Owned seat : some) {
                taken.set(seat.ordinal());
                args.add("" + seat.ordinal());
                args.add("" + millis(seat));
                args.add(seat.holder());
            }
            if (!refill(tag, nonce, inner, args)) {
                return;
            }
        }
        for (String zone : schedule.zones()) {
            List<String> withFree = new ArrayList<>(inner);
            withFree.add(gate.freeKey(schedule.id(), zone));
            List<Integer> free = freePlaces(schedule, zone, taken);
            for (int from = 0; from < free.size(); from += AT_ONCE) {
                List<String> args = new ArrayList<>(List.of("next", "0"));
                free.subList(from, Math.min(from + AT_ONCE, free.size()))
                        .forEach(place -> args.add("" + place));
                if (!refill(tag, nonce, withFree, args)) {
                    return;
                }
            }
        }
        if (gate.incarnation().complete(tag, nonce) == Completion.OPEN) {
            LOG.info("The gate of schedule {} is open: {} seats taken", tag, owned.size());
            openedNanos.put(schedule.id(), System.nanoTime());
            mend(schedule);
        }
    }

    private static long millis(Owned seat) {
        return seat.sold() ? 0 : Math.max(1, seat.leftMillis() + SeatGate.AFTER_EXPIRY.toMillis());
    }

    private static List<Integer> freePlaces(Schedule schedule, String zone, BitSet taken) {
        int number = schedule.zones().indexOf(zone) + 1;
        List<Integer> free = new ArrayList<>();
        for (int i = 0; i < schedule.seatCount(); i++) {
            if (schedule.zoneOf()[i] == number && !taken.get(i)) {
                free.add(i);
            }
        }
        return free;
    }

    private boolean refill(String tag, String nonce, List<String> keys, List<String> args) {
        return gate.incarnation().rebuild(tag, nonce, REFILL, keys, args)
                instanceof LuaReply.Values;
    }

    /**
     * Compares and repairs; returns how many seats were wrong. The gate is read first: an entry
     * that is there and not in the rows read later is a claim under way or an orphan, told apart by
     * whether it still stands when the claim must have ended; rows without an entry are put there.
     * Each repair happens only if the entry is still the one that was read.
     */
    int mend(Schedule schedule) {
        return gate.all(schedule.id()).map(all -> mend(schedule, all)).orElse(0);
    }

    private int mend(Schedule schedule, SeatGate.All all) {
        Map<Integer, SeatGate.Entry> entries = new HashMap<>();
        all.entries().forEach(entry -> entries.put(entry.ordinal(), entry));
        int wrong = 0;
        for (Owned seat : reservations.owned(schedule.id())) {
            SeatGate.@Nullable Entry entry = entries.remove(seat.ordinal());
            boolean right =
                    entry != null
                            && entry.holder().equals(seat.holder())
                            && entry.isSold() == seat.sold()
                            && (seat.sold() || isCloseTo(entry, all.nowMillis(), seat));
            if (!right) {
                wrong += repair(schedule, seat.ordinal(), entry, millis(seat) + "", seat.holder());
            }
        }
        long claimsEnd = all.nowMillis() + SeatGate.CLAIM.toMillis();
        for (SeatGate.Entry entry : entries.values()) {
            boolean mayBeClaim =
                    entry.untilMillis() > all.nowMillis() && entry.untilMillis() <= claimsEnd;
            if (!mayBeClaim) {
                wrong += repair(schedule, entry.ordinal(), entry, "free", "");
            }
        }
        if (wrong > 0) {
            LOG.info("{} seats of schedule {} were wrong at the gate", wrong, schedule.id());
        }
        return wrong;
    }

    private static boolean isCloseTo(SeatGate.Entry entry, long now, Owned seat) {
        long difference = entry.untilMillis() - now - millis(seat);
        return Math.abs(difference) < 5_000;
    }

    private int repair(
            Schedule schedule,
            int ordinal,
            SeatGate.@Nullable Entry was,
            String millis,
            String holder) {
        List<String> keys = new ArrayList<>(gate.keys(schedule.id()));
        int zone = schedule.zoneOf()[ordinal];
        if (zone > 0) {
            keys.add(gate.freeKey(schedule.id(), schedule.zones().get(zone - 1)));
        }
        String before = was == null ? "" : was.untilMillis() + ":" + was.holder();
        try {
            LuaReply reply = lua.run(MEND, keys, List.of("" + ordinal, before, millis, holder));
            return reply instanceof LuaReply.Values values ? (int) values.number(1) : 0;
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return 0; // the next run finds it
        }
    }
}
