package onsale.platform.redis.load;

import java.util.List;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;

/**
 * Which nodes have holds and checkouts that are slow at the moment, known to all nodes through
 * Redis. A report is forgotten after {@value #FORGOTTEN_AFTER_MILLIS} ms, so a node that dies or
 * loses Redis slows nobody down.
 */
public final class SlowPurchases {

    private static final LuaScript REPORT = LuaScript.unguarded(SlowPurchases.class, "report.lua");
    private static final LuaScript COUNT = LuaScript.unguarded(SlowPurchases.class, "count.lua");
    private static final List<String> KEYS = List.of("load:slow-purchases");
    private static final int FORGOTTEN_AFTER_MILLIS = 2_000;

    private final Lua lua;

    public SlowPurchases(Lua lua) {
        this.lua = lua;
    }

    /** Tells that purchases on a node are slow; to be repeated each second while they are. */
    public void report(String node) {
        try {
            lua.run(REPORT, KEYS, List.of(node, "" + FORGOTTEN_AFTER_MILLIS));
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            // without Redis nobody is called from a line anyway
        }
    }

    /** The number of nodes with slow purchases; none while Redis is away. */
    public int nodes() {
        try {
            return lua.run(COUNT, KEYS, List.of("" + FORGOTTEN_AFTER_MILLIS))
                            instanceof Values values
                    ? Math.toIntExact(values.number(1))
                    : 0;
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return 0;
        }
    }
}
