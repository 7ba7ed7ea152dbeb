package onsale.platform.redis;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A recovery of the data behind one guard, begun by {@link Incarnation#recover}. It is void once
 * Redis loses data again or a later recovery begins; from then on every step returns false and
 * changes nothing, and the owner begins anew.
 */
public final class Recovery {

    private static final LuaScript BEGIN = LuaScript.named(Recovery.class, "begin.lua");
    private static final LuaScript COMPLETE = LuaScript.named(Recovery.class, "complete.lua");

    private final Lua lua;
    private final String guard;
    private final String nonce = UUID.randomUUID().toString();

    Recovery(Lua lua, String guard) {
        this.lua = lua;
        this.guard = guard;
        lua.run(BEGIN, List.of(guard), List.of(nonce));
    }

    /**
     * Runs a script that writes recovered data; it gets the nonce as ARGV[1], then the arguments.
     *
     * @param keys the guard first, as for every guarded script
     */
    public boolean run(LuaScript script, List<String> keys, List<String> args) {
        if (!script.isRebuilding()) { // it would write whether or not this recovery is void
            throw new IllegalArgumentException(script + " is not made for recoveries");
        }
        if (!keys.getFirst().equals(guard)) {
            throw new IllegalArgumentException(keys.getFirst() + " is not guarded by " + guard);
        }
        List<String> withNonce = Stream.concat(Stream.of(nonce), args.stream()).toList();
        return lua.run(script, keys, withNonce) instanceof LuaReply.Values;
    }

    /**
     * Opens the guard; to be called when every write has been answered. When this throws because
     * the outcome is unknown, ask {@link Incarnation#state}.
     */
    public boolean complete() {
        return Incarnation.answer(lua.run(COMPLETE, List.of(guard), List.of(nonce))).equals("OPEN");
    }

    String nonce() {
        return nonce;
    }
}
