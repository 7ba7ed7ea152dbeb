package onsale.queue.line;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Gatherers;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Recovery;

/**
 * Binds each person to at most one line, across schedules. A person is bound before the line is
 * entered and unbound after it was left, so nobody is in two lines. The price is a binding that may
 * outlive its line for a moment: whoever finds such a binding looks into the line and replaces it
 * if the person is not there.
 *
 * <p>Persons lie in small hashes, which Redis packs tightly, in a few groups that a cluster may
 * have on different servers.
 */
public final class PersonBindings {

    public static final int GROUPS = 16;
    private static final int HASHES = 1_024;
    private static final int PERSONS_AT_ONCE = 1_000;

    /** Later than any moment at which a person was bound. */
    public static final long ALWAYS = Long.MAX_VALUE / 4;

    /**
     * A binding younger than this may belong to an attempt to enter that is still under way; a line
     * refuses attempts that took longer than five seconds, see enter.lua.
     */
    private static final long YOUNG_MILLIS = 10_000;

    private static final LuaScript BIND = LuaScript.guarded(PersonBindings.class, "bind.lua");
    private static final LuaScript UNBIND = LuaScript.guarded(PersonBindings.class, "unbind.lua");
    private static final LuaScript REBIND =
            LuaScript.rebuilding(PersonBindings.class, "rebind.lua");

    private final Lua lua;
    private final Incarnation incarnation;
    private final LuaScript bind;

    public PersonBindings(Lua lua) {
        this(lua, BIND);
    }

    /** With another script of binding, to show what the real one guards against. */
    public PersonBindings(Lua lua, LuaScript bind) {
        this.lua = lua;
        this.bind = bind;
        this.incarnation = new Incarnation(lua, "queue");
    }

    /** The outcome of binding a person. */
    public sealed interface Binding {

        record Bound(long atMillis) implements Binding {}

        /**
         * The person is bound to another line, or to this one by another account.
         *
         * @param value the binding as Redis has it, to replace it if it is stale
         * @param mayBeStale it is old enough to look whether the person is still in that line
         */
        record Other(UUID scheduleId, UUID userId, String value, boolean mayBeStale)
                implements Binding {}

        /** Redis has lost the bindings, and they are not rebuilt yet. */
        record BindingsRestoring() implements Binding {}
    }

    /** Binds the person to this line, or renews the binding. */
    public CompletionStage<Binding> bind(UUID scheduleId, Fan fan) {
        return bind(scheduleId, fan, "");
    }

    /** The same, but replaces a binding that still has the given value. */
    public CompletionStage<Binding> replace(UUID scheduleId, Fan fan, Binding.Other stale) {
        return bind(scheduleId, fan, stale.value());
    }

    private CompletionStage<Binding> bind(UUID scheduleId, Fan fan, String stale) {
        return lua.runAsync(
                        bind,
                        keys(fan.person()),
                        List.of(CompactId.of(fan.person()), value(scheduleId, fan), stale))
                .thenApply(reply -> {
                    if (!(reply instanceof Values values)) {
                        return new Binding.BindingsRestoring();
                    }
                    return values.text(0).equals("BOUND")
                            ? new Binding.Bound(values.number(1))
                            : other(values.text(1), values.number(2));
                });
    }

    private static Binding other(String found, long nowMillis) {
        int ids = 2 * CompactId.LENGTH;
        long age = nowMillis - Long.parseLong(found, ids, found.length(), 10);
        return new Binding.Other(
                CompactId.read(found, 0),
                CompactId.read(found, CompactId.LENGTH),
                found,
                age > YOUNG_MILLIS);
    }

    /**
     * Removes the binding to this line, if it was made before the given moment of Redis's clock.
     */
    public CompletionStage<?> unbind(UUID scheduleId, Fan fan, long beforeMillis) {
        return lua.runAsync(
                UNBIND,
                keys(fan.person()),
                List.of(
                        CompactId.of(fan.person()),
                        value(scheduleId, fan),
                        String.valueOf(beforeMillis)));
    }

    /** A fan and the line that the person is bound to. */
    public record BoundFan(UUID scheduleId, Fan fan) {}

    /** The groups that Redis has lost. */
    public List<Integer> lostGroups() {
        List<Integer> lost = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            if (incarnation.state(tag(group)) != Incarnation.State.OPEN) {
                lost.add(group);
            }
        }
        return lost;
    }

    /** Rebuilds a group from the fans who are known to be in a line; false if that failed. */
    public boolean rebuild(int group, List<BoundFan> known) {
        Recovery recovery = incarnation.recover(tag(group));
        List<String> keys = new ArrayList<>(List.of(guard(group)));
        for (int hash = 0; hash < HASHES; hash++) {
            keys.add(key(group, hash));
        }
        return recovery.run(REBIND, keys, List.of("first"))
                && known.stream()
                        .filter(bound -> group(bound.fan.person()) == group)
                        .gather(Gatherers.windowFixed(PERSONS_AT_ONCE))
                        .allMatch(some -> recovery.run(REBIND, keys, rebindArgs(some)))
                && recovery.complete();
    }

    private static List<String> rebindArgs(List<BoundFan> fans) {
        List<String> args = new ArrayList<>(List.of("next"));
        for (BoundFan bound : fans) {
            args.add("" + (hash(bound.fan.person()) + 1));
            args.add(CompactId.of(bound.fan.person()));
            args.add(value(bound.scheduleId, bound.fan));
        }
        return args;
    }

    private List<String> keys(UUID person) {
        int group = group(person);
        return List.of(guard(group), key(group, hash(person)));
    }

    /** The key of a group's guard. */
    public String guard(int group) {
        return incarnation.key(tag(group));
    }

    /** The hash tag of a group's keys. */
    public static String tag(int group) {
        return "p" + group;
    }

    private static String key(int group, int hash) {
        return "queue:{" + tag(group) + "}:person:" + hash;
    }

    /** The person is a digest, so its bits are as good as random. */
    public static int group(UUID person) {
        return (int) (person.getLeastSignificantBits() & (GROUPS - 1));
    }

    private static int hash(UUID person) {
        return (int) (person.getLeastSignificantBits() >>> 8 & (HASHES - 1));
    }

    private static String value(UUID scheduleId, Fan fan) {
        return CompactId.of(scheduleId) + CompactId.of(fan.userId());
    }
}
