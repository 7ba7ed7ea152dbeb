package onsale.platform.redis;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import onsale.platform.redis.LuaReply.Values;

/**
 * Records for each hash tag, in a key that never expires, which server process holds its complete
 * data. Guarded scripts work only while the key names the process that they run in.
 *
 * <p>A recovery is {@link #begin}, then any number of {@link #rebuild}, then {@link #complete}. It
 * succeeds only if all of it ran in one process that lost nothing meanwhile, and only if no later
 * recovery was begun; else complete returns {@link Completion#LOST} and the owner begins again.
 * When the outcome of complete is unknown, ask {@link #state}.
 */
public final class Incarnation {

    static final String SUFFIX = "}:incarnation";

    private static final LuaScript BEGIN = LuaScript.named(Incarnation.class, "begin.lua");
    private static final LuaScript COMPLETE = LuaScript.named(Incarnation.class, "complete.lua");
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

    /** The outcome of a recovery: the guard is open, or this recovery is void. */
    public enum Completion {
        OPEN,
        LOST
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

    /** Begins a recovery, makes all others of this tag void, and returns its nonce. */
    public String begin(String tag) {
        String nonce = UUID.randomUUID().toString();
        answer(lua.run(BEGIN, List.of(key(tag)), List.of(nonce)));
        return nonce;
    }

    /**
     * Runs a script within this recovery; the reply {@link LuaReply.Restoring} means that the
     * recovery is void. The script gets the nonce as ARGV[1], then the given arguments.
     */
    public CompletionStage<LuaReply> rebuildAsync(
            String tag, String nonce, LuaScript script, List<String> keys, List<String> args) {
        return lua.runAsync(checked(script), with(key(tag), keys), with(nonce, args));
    }

    public LuaReply rebuild(
            String tag, String nonce, LuaScript script, List<String> keys, List<String> args) {
        return lua.run(checked(script), with(key(tag), keys), with(nonce, args));
    }

    /** Ends a recovery; to be called when every write of it has been answered. */
    public Completion complete(String tag, String nonce) {
        return Completion.valueOf(
                answer(lua.run(COMPLETE, List.of(key(tag)), List.of(nonce))).text(0));
    }

    public State state(String tag) {
        return State.valueOf(answer(lua.run(STATE, List.of(key(tag)), List.of())).text(0));
    }

    /** Refuses scripts that would write whether or not the recovery is void. */
    private static LuaScript checked(LuaScript script) {
        if (!script.isRebuilding()) {
            throw new IllegalArgumentException(script + " is not made for recoveries");
        }
        return script;
    }

    private static List<String> with(String first, List<String> rest) {
        return Stream.concat(Stream.of(first), rest.stream()).toList();
    }

    private static Values answer(LuaReply reply) {
        return switch (reply) {
            case Values values -> values;
            case LuaReply.Restoring restoring ->
                    throw new IllegalStateException("these scripts have no guard");
        };
    }
}
