package onsale.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;

/**
 * One queue per person, across schedules. A person is bound before the line is entered and freed
 * after it was left, so nobody is in two lines. The price is a binding that may outlive its line
 * for a moment; whoever finds one looks into the line and replaces it if it is dead.
 *
 * <p>Persons lie in small hashes, which Redis packs tightly, in a few groups that a cluster may
 * have on different servers.
 */
final class People {

    static final int GROUPS = 16;
    private static final int HASHES = 1_024;

    /**
     * A binding younger than this may belong to an attempt to enter that is still under way; a line
     * refuses those that took longer than five seconds, see enter.lua.
     */
    private static final long YOUNG_MILLIS = 10_000;

    private static final LuaScript BIND = LuaScript.guarded(People.class, "bind.lua");
    private static final LuaScript UNBIND = LuaScript.guarded(People.class, "unbind.lua");
    private static final LuaScript REBIND = LuaScript.rebuilding(People.class, "rebind.lua");

    private final Lua lua;
    private final Incarnation incarnation;
    private final LuaScript bind;

    People(Lua lua) {
        this(lua, BIND);
    }

    /** With another script of binding, to show what the real one guards against. */
    People(Lua lua, LuaScript bind) {
        this.lua = lua;
        this.bind = bind;
        this.incarnation = new Incarnation(lua, "queue");
    }

    Incarnation incarnation() {
        return incarnation;
    }

    /** What became of an attempt to bind. */
    sealed interface Bind {

        record Bound(long atMillis) implements Bind {}

        /**
         * Bound to another queue, or to this one by another account.
         *
         * @param value to replace it, if it is dead
         * @param mayBeDead it is old enough to be looked after
         */
        record Other(UUID scheduleId, UUID userId, String value, boolean mayBeDead)
                implements Bind {}

        record Closed() implements Bind {}
    }

    /**
     * Binds, or renews what is bound.
     *
     * @param dead the value of a binding that may be replaced; empty for none
     */
    CompletionStage<Bind> bind(UUID scheduleId, Fan fan, String dead) {
        return lua.runAsync(
                        bind,
                        keys(fan.person()),
                        List.of(Ids22.of(fan.person()), value(scheduleId, fan), dead))
                .thenApply(reply -> {
                    if (!(reply instanceof Values values)) {
                        return new Bind.Closed();
                    }
                    if (values.text(0).equals("BOUND")) {
                        return new Bind.Bound(values.number(1));
                    }
                    String found = values.text(1);
                    long age =
                            values.number(2)
                                    - Long.parseLong(found, 2 * Ids22.LENGTH, found.length(), 10);
                    return new Bind.Other(
                            Ids22.read(found, 0),
                            Ids22.read(found, Ids22.LENGTH),
                            found,
                            age > YOUNG_MILLIS);
                });
    }

    /** Only what was bound before that moment of Redis's clock. */
    CompletionStage<?> unbind(UUID scheduleId, Fan fan, long beforeMillis) {
        return lua.runAsync(
                UNBIND,
                keys(fan.person()),
                List.of(
                        Ids22.of(fan.person()),
                        value(scheduleId, fan),
                        String.valueOf(beforeMillis)));
    }

    /** A person and their queue. */
    record Binding(UUID scheduleId, Fan fan) {}

    /** Builds a group anew of those that are known to be in a queue. */
    boolean rebuild(int group, List<Binding> known) {
        String tag = tag(group);
        String nonce = incarnation.begin(tag);
        List<String> keys = new ArrayList<>(HASHES);
        for (int hash = 0; hash < HASHES; hash++) {
            keys.add(key(group, hash));
        }
        if (!rebind(tag, nonce, keys, List.of("first"))) {
            return false;
        }
        List<String> args = new ArrayList<>(List.of("next"));
        for (Binding binding : known) {
            UUID person = binding.fan.person();
            if (group(person) == group) {
                args.add("" + (hash(person) + 1));
                args.add(Ids22.of(person));
                args.add(value(binding.scheduleId, binding.fan));
            }
            if (args.size() > 3_000) {
                if (!rebind(tag, nonce, keys, args)) {
                    return false;
                }
                args.subList(1, args.size()).clear();
            }
        }
        return (args.size() == 1 || rebind(tag, nonce, keys, args))
                && incarnation.complete(tag, nonce) == Incarnation.Completion.OPEN;
    }

    private boolean rebind(String tag, String nonce, List<String> keys, List<String> args) {
        return incarnation.rebuild(tag, nonce, REBIND, keys, args) instanceof Values;
    }

    private List<String> keys(UUID person) {
        int group = group(person);
        return List.of(incarnation.key(tag(group)), key(group, hash(person)));
    }

    static String tag(int group) {
        return "p" + group;
    }

    private static String key(int group, int hash) {
        return "queue:{" + tag(group) + "}:person:" + hash;
    }

    /** The digest's bits are as good as random. */
    static int group(UUID person) {
        return (int) (person.getLeastSignificantBits() & (GROUPS - 1));
    }

    private static int hash(UUID person) {
        return (int) (person.getLeastSignificantBits() >>> 8 & (HASHES - 1));
    }

    private static String value(UUID scheduleId, Fan fan) {
        return Ids22.of(scheduleId) + Ids22.of(fan.userId());
    }
}
