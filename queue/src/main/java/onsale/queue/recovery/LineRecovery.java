package onsale.queue.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Recovery;
import onsale.queue.admission.Turn;
import onsale.queue.line.LineKeys;
import onsale.queue.line.LineSettings;
import onsale.queue.line.Place;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;

/** The Redis side of a line's recovery: begins it, refills the line, opens it, puts fans back. */
public final class LineRecovery {

    private static final LuaScript RETURN = LuaScript.guarded(LineRecovery.class, "return.lua");
    private static final LuaScript REFILL = LuaScript.rebuilding(LineRecovery.class, "refill.lua");
    private static final LuaScript CAUSE = LuaScript.unguarded(LineRecovery.class, "cause.lua");
    private static final LuaScript CLEAN = LuaScript.unguarded(LineRecovery.class, "clean.lua");

    private final Lua lua;
    private final LineKeys keys;

    public LineRecovery(Lua lua, LineKeys keys) {
        this.lua = lua;
        this.keys = keys;
    }

    LossCause cause(UUID scheduleId) {
        String value =
                lua.run(CAUSE, List.of(keys.guard(scheduleId)), List.of()) instanceof Values values
                        ? values.text(0)
                        : "";
        return value.isEmpty()
                ? LossCause.EMPTY
                : value.startsWith("restoring:") ? LossCause.INTERRUPTED : LossCause.OTHER_PROCESS;
    }

    /** Begins a recovery, which makes every other recovery of this line void. */
    Recovery begin(UUID scheduleId) {
        return keys.incarnation().recover(scheduleId.toString());
    }

    /**
     * Deletes what may be left of the line and writes its settings; false if this recovery is void.
     *
     * @param window how long nobody is called, so that fans can come back
     * @param expected how many should come back; -1 if that is not known
     */
    boolean refillFirst(Sale sale, Recovery recovery, int epoch, Duration window, long expected) {
        List<String> args = new ArrayList<>();
        args.addAll(List.of("first", "" + epoch, "" + window.toMillis(), "" + expected));
        args.add("" + sale.settingsVersion());
        args.addAll(LineSettings.fields(sale));
        return recovery.run(REFILL, keys.withAllGone(sale.id(), epoch), args);
    }

    /** Counts the fans of these turns as inside; false if this recovery is void. */
    boolean refillInside(UUID scheduleId, Recovery recovery, List<Turn> turns) {
        List<String> args = new ArrayList<>();
        args.add("inside");
        turns.forEach(turn -> {
            args.add(turn.fan().member());
            args.add("" + turn.place());
        });
        return recovery.run(REFILL, keys.of(scheduleId), args);
    }

    /** Marks these places of one epoch as used; false if this recovery is void. */
    boolean refillGone(UUID scheduleId, Recovery recovery, int epoch, List<Long> places) {
        List<String> args = new ArrayList<>();
        args.add("gone");
        places.forEach(place -> args.add("" + Place.counter(place)));
        return recovery.run(REFILL, keys.withGone(scheduleId, Place.of(epoch, 0)), args);
    }

    /**
     * Puts fans of one earlier epoch back at their places; false while the line is restoring.
     *
     * @param givenUp those who have left, or are in another line now
     */
    boolean putBack(UUID scheduleId, int epoch, List<Receipt> receipts, Set<Receipt> givenUp) {
        List<String> args = new ArrayList<>();
        args.add("" + epoch);
        receipts.forEach(receipt -> {
            args.add(receipt.fan().member());
            args.add("" + receipt.place());
            args.add("" + Place.counter(receipt.place()));
            args.add(givenUp.contains(receipt) ? "1" : "0");
        });
        return lua.run(RETURN, keys.withGone(scheduleId, Place.of(epoch, 0)), args)
                instanceof Values;
    }

    /** Deletes the line. */
    public void clean(UUID scheduleId, int epoch) {
        lua.run(CLEAN, keys.withAllGone(scheduleId, epoch), List.of());
    }
}
