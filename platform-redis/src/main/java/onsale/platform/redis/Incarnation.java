package onsale.platform.redis;

import java.util.List;

/**
 * Records for each hash tag, in a key that never expires, which server process holds its complete
 * data. Guarded scripts work only while the key names the process that they run in. After a loss a
 * {@link Recovery} opens the guard again; it succeeds only if all of it ran in one process that
 * lost nothing meanwhile, and only if no later recovery was begun.
 */
public final class Incarnation {

    static final String SUFFIX = "}:incarnation";

    private static final LuaScript STATE = LuaScript.named(Incarnation.class, "state.lua");

    private final Lua lua;
    private final String prefix;

    /**
     * @param prefix the prefix of the context's keys, for example {@code queue}
     */
    public Incarnation(Lua lua, String prefix) {
        this.lua = lua;
        this.prefix = prefix;
    }

    /** OPEN: scripts work. RESTORING: a recovery is running that can still succeed. */
    public enum State {
        OPEN,
        RESTORING,
        LOST
    }

    /** KEYS[1] of every guarded script, for example {@code queue:{42}:incarnation}. */
    public String key(String tag) {
        return prefix + ":{" + tag + SUFFIX;
    }

    public State state(String tag) {
        return State.valueOf(answer(lua.run(STATE, List.of(key(tag)), List.of())));
    }

    /** Begins a recovery and makes all others of this tag void. */
    public Recovery recover(String tag) {
        return new Recovery(lua, key(tag));
    }

    static String answer(LuaReply reply) {
        return switch (reply) {
            case LuaReply.Values values -> values.text(0);
            case LuaReply.Restoring _ ->
                    throw new IllegalStateException("these scripts have no guard");
        };
    }
}
