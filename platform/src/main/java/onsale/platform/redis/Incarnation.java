package onsale.platform.redis;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import onsale.platform.redis.LuaReply.Values;

/**
 * Says for each hash tag whether Redis holds all it should, in a key that never expires. Guarded
 * scripts work only while it names the server process they run in.
 *
 * <p>A recovery is {@link #begin}, then any number of {@link #rebuild}, then {@link #complete}. It
 * counts only if all of it happened in one process that lost nothing meanwhile, and only the latest
 * one begun counts; else complete says {@link Completion#LOST} and the owner begins again. When the
 * outcome of complete is unknown, {@link #state} tells.
 */
public final class Incarnation {

    static final String SUFFIX = "}:incarnation";

    private static final LuaScript BEGIN = LuaScript.named(Incarnation.class, "begin.lua");
    private static final LuaScript COMPLETE = LuaScript.named(Incarnation.class, "complete.lua");
    private static final LuaScript STATE = LuaScript.named(Incarnation.class, "state.lua");

    private final Lua lua;
    private final String prefix;

    /** The prefix is that of the context's keys, for example {@code queue}. */
    public Incarnation(Lua lua, String prefix) {
        this.lua = lua;
        this.prefix = prefix;
    }

    /** How a recovery ended: the guard is open, or this recovery is void. */
    public enum Completion {
        OPEN,
        LOST
    }

    /** OPEN: scripts work. RESTORING: a recovery that can still succeed is under way. */
    public enum State {
        OPEN,
        RESTORING,
        LOST
    }

    /** KEYS[1] of every guarded script, for example {@code queue:{42}:incarnation}. */
    public String key(String tag) {
        return prefix + ":{" + tag + SUFFIX;
    }

    /** Closes the guard, makes every other recovery of this tag void, and returns its nonce. */
    public String begin(String tag) {
        String nonce = UUID.randomUUID().toString();
        answer(lua.run(BEGIN, List.of(key(tag)), List.of(nonce)));
        return nonce;
    }

    /**
     * Writes within this recovery: {@link LuaReply.Restoring} says that it is void. ARGV[1] of the
     * script is the nonce, the arguments given here follow.
     */
    public CompletionStage<LuaReply> rebuildAsync(
            String tag, String nonce, LuaScript script, List<String> keys, List<String> args) {
        return lua.runAsync(checked(script), with(key(tag), keys), with(nonce, args));
    }

    public LuaReply rebuild(
            String tag, String nonce, LuaScript script, List<String> keys, List<String> args) {
        return lua.run(checked(script), with(key(tag), keys), with(nonce, args));
    }

    /** To be called when every write of this recovery has been answered. */
    public Completion complete(String tag, String nonce) {
        return Completion.valueOf(
                answer(lua.run(COMPLETE, List.of(key(tag)), List.of(nonce))).text(0));
    }

    public State state(String tag) {
        return State.valueOf(answer(lua.run(STATE, List.of(key(tag)), List.of())).text(0));
    }

    /** Others would write without regard to who else is recovering. */
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
