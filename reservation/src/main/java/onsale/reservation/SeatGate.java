package onsale.reservation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaReply.Restoring;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fast no, in Redis: knows which seats are held or sold, and claims all of a request's seats or
 * none in one round trip. It never decides a yes; PostgreSQL does. So whatever is lost or late here
 * costs a fan a wasted attempt, never a seat sold twice.
 */
final class SeatGate {

    /** Long enough for the transaction that follows; who dies in between blocks nobody longer. */
    static final Duration CLAIM = Duration.ofSeconds(10);

    /**
     * A hold ends here this much later than in PostgreSQL, so that the gate does not let somebody
     * in whom PostgreSQL then refuses.
     */
    static final Duration AFTER_EXPIRY = Duration.ofMillis(200);

    private static final LuaScript HOLD = LuaScript.guarded(SeatGate.class, "hold.lua");
    private static final LuaScript KEEP = LuaScript.guarded(SeatGate.class, "keep.lua");
    private static final LuaScript RELEASE = LuaScript.guarded(SeatGate.class, "release.lua");
    private static final LuaScript CHANGES = LuaScript.guarded(SeatGate.class, "changes.lua");
    private static final LuaScript ALL = LuaScript.guarded(SeatGate.class, "all.lua");
    private static final Logger LOG = LoggerFactory.getLogger(SeatGate.class);
    private static final long SOLD = 0;

    private final Lua lua;
    private final Incarnation incarnation;

    SeatGate(Lua lua) {
        this.lua = lua;
        this.incarnation = new Incarnation(lua, "seat");
    }

    Incarnation incarnation() {
        return incarnation;
    }

    /** What became of a claim. */
    sealed interface Claim {
        /** All of them are this holder's now. */
        record Claimed(List<Integer> newlyClaimed) implements Claim {}

        record Taken(List<Integer> ordinals) implements Claim {}

        record Full(String zone) implements Claim {}

        /** Redis is away, restoring, or did not answer: the gate says nothing. */
        record Closed() implements Claim {}
    }

    Claim claim(
            Schedule schedule, Holder holder, List<Integer> ordinals, Map<String, Integer> zones) {
        List<String> keys = new ArrayList<>(keys(schedule.id()));
        List<String> args = new ArrayList<>();
        args.add(holder.tag());
        args.add("" + CLAIM.toMillis());
        args.add("" + ordinals.size());
        ordinals.forEach(ordinal -> args.add("" + ordinal));
        List<String> zoneCodes = List.copyOf(zones.keySet());
        for (String zone : zoneCodes) {
            keys.add(freeKey(schedule.id(), zone));
            args.add("" + zones.get(zone));
        }
        try {
            return switch (lua.run(HOLD, keys, args)) {
                case Restoring _ -> new Claim.Closed();
                case Values reply ->
                        switch (reply.text(0)) {
                            case "HELD" -> new Claim.Claimed(numbers(reply));
                            case "TAKEN" -> new Claim.Taken(numbers(reply));
                            case "FULL" ->
                                    new Claim.Full(zoneCodes.get(Math.toIntExact(reply.number(1))));
                            default -> throw new IllegalStateException("reply " + reply);
                        };
            };
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return new Claim.Closed();
        }
    }

    /** PostgreSQL has given these seats to this holder for so long. */
    void keep(Schedule schedule, Holder holder, Duration holdFor, List<Integer> ordinals) {
        tell(
                KEEP,
                keys(schedule.id()),
                // A hold that has just ended is not sold.
                keepArgs(holder, Math.max(1, holdFor.plus(AFTER_EXPIRY).toMillis()), ordinals));
    }

    void sell(Schedule schedule, Holder holder, List<Integer> ordinals) {
        tell(KEEP, keys(schedule.id()), keepArgs(holder, SOLD, ordinals));
    }

    private static List<String> keepArgs(Holder holder, long millis, List<Integer> ordinals) {
        List<String> args = new ArrayList<>();
        args.add(holder.tag());
        args.add("" + millis);
        ordinals.forEach(ordinal -> args.add("" + ordinal));
        return args;
    }

    /** Only after PostgreSQL has freed them, or has surely not given them; others' stay. */
    void release(Schedule schedule, Holder holder, List<Integer> ordinals) {
        if (ordinals.isEmpty()) {
            return;
        }
        List<String> keys = new ArrayList<>(keys(schedule.id()));
        schedule.zones().forEach(zone -> keys.add(freeKey(schedule.id(), zone)));
        List<String> args = new ArrayList<>();
        args.add(holder.tag());
        for (int ordinal : ordinals) {
            args.add("" + ordinal);
            args.add("" + schedule.zoneOf()[ordinal]);
        }
        tell(RELEASE, keys, args);
    }

    /** What the gate does not hear now, the reconcile tells it later. */
    private void tell(LuaScript script, List<String> keys, List<String> args) {
        try {
            lua.run(script, keys, args);
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            LOG.debug("The gate was not told: {}", e.toString());
        }
    }

    /** What changed since a version. */
    sealed interface Changes {
        /** Each as {@code <ordinal><A|H|S>}, in order. */
        record Since(long version, List<String> changes) implements Changes {}

        record TooMany() implements Changes {}

        record Closed() implements Changes {}
    }

    Changes changesSince(UUID scheduleId, long version) {
        return switch (lua.run(CHANGES, keys(scheduleId), List.of("" + version))) {
            case Restoring _ -> new Changes.Closed();
            case Values reply when reply.text(0).equals("RESYNC") -> new Changes.TooMany();
            case Values reply -> {
                List<String> changes = new ArrayList<>(reply.size());
                for (int i = 2; i < reply.size(); i++) {
                    changes.add(reply.text(i));
                }
                yield new Changes.Since(reply.number(1), changes);
            }
        };
    }

    /** A seat that is not free: sold, or held until a moment of Redis's clock. */
    record Entry(int ordinal, long untilMillis, String holder) {

        boolean isSold() {
            return untilMillis == SOLD;
        }
    }

    /** Everything at one moment, or nothing if the gate is closed. */
    record All(long version, long nowMillis, List<Entry> entries) {}

    Optional<All> all(UUID scheduleId) {
        LuaReply reply = lua.run(ALL, keys(scheduleId).subList(0, 3), List.of());
        if (!(reply instanceof Values values)) {
            return Optional.empty();
        }
        Values pairs = values.values(3);
        List<Entry> entries = new ArrayList<>(pairs.size() / 2);
        for (int i = 0; i < pairs.size(); i += 2) {
            String value = pairs.text(i + 1);
            int colon = value.indexOf(':');
            entries.add(
                    new Entry(
                            Integer.parseInt(pairs.text(i)),
                            Long.parseLong(value.substring(0, colon)),
                            value.substring(colon + 1)));
        }
        return Optional.of(new All(values.number(1), values.number(2), entries));
    }

    List<String> keys(UUID scheduleId) {
        return List.of(
                incarnation.key(scheduleId.toString()),
                "seat:hold:{" + scheduleId + "}",
                "seat:version:{" + scheduleId + "}",
                "seat:changes:{" + scheduleId + "}");
    }

    String freeKey(UUID scheduleId, String zone) {
        return "seat:free:{" + scheduleId + "}:" + zone;
    }

    private static List<Integer> numbers(Values reply) {
        List<Integer> numbers = new ArrayList<>(reply.size());
        for (int i = 1; i < reply.size(); i++) {
            numbers.add(Math.toIntExact(reply.number(i)));
        }
        return numbers;
    }
}
