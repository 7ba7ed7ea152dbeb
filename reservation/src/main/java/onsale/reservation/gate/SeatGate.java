package onsale.reservation.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaException;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaReply.Restoring;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.reservation.SeatHolder;
import onsale.reservation.inventory.Schedule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seat gate in Redis: knows which seats are held or sold, and takes all of a request's seats or
 * none in one round trip. It says a fast no and never decides a yes; PostgreSQL does. So whatever
 * is lost or late here costs a fan a wasted attempt, never a seat sold twice.
 */
public final class SeatGate {

    /**
     * How long seats stay taken before PostgreSQL has decided. Long enough for the transaction that
     * follows; a node that dies in between blocks its seats no longer than this.
     */
    public static final Duration TAKE_FOR = Duration.ofSeconds(10);

    /**
     * How much later a hold ends at the gate than in PostgreSQL, so that the gate does not let
     * somebody in whom PostgreSQL then refuses.
     */
    static final Duration AFTER_EXPIRY = Duration.ofMillis(200);

    private static final LuaScript HOLD = LuaScript.guarded(SeatGate.class, "hold.lua");
    private static final LuaScript KEEP = LuaScript.guarded(SeatGate.class, "keep.lua");
    private static final LuaScript RELEASE = LuaScript.guarded(SeatGate.class, "release.lua");
    private static final LuaScript CHANGES = LuaScript.guarded(SeatGate.class, "changes.lua");
    private static final LuaScript ALL = LuaScript.guarded(SeatGate.class, "all.lua");
    private static final Logger LOG = LoggerFactory.getLogger(SeatGate.class);
    private static final long SOLD = 0;

    /** Calls whose replies nobody waits for; further ones are waited for. */
    private static final int UNTOLD_MAX = 1_000;

    private final Lua lua;
    private final Incarnation incarnation;
    private final Semaphore untold = new Semaphore(UNTOLD_MAX);

    public SeatGate(Redis redis) {
        this.lua = new Lua(redis);
        this.incarnation = new Incarnation(lua, "seat");
    }

    Lua lua() {
        return lua;
    }

    public Incarnation incarnation() {
        return incarnation;
    }

    /** The outcome of taking seats at the gate. */
    public sealed interface TakeOutcome {
        /** All seats are this holder's now; {@code newlyTaken} were not before. */
        record Succeeded(List<Integer> newlyTaken) implements TakeOutcome {}

        /** Others have these seats; none was taken. */
        record TakenByOthers(List<Integer> ordinals) implements TakeOutcome {}

        record ZoneFull(String zone) implements TakeOutcome {}

        /** Redis is away, restoring, or did not answer: the gate says nothing. */
        record Unavailable() implements TakeOutcome {}
    }

    /**
     * Takes seats for a holder, all or none.
     *
     * @param zones how many seats of which standing zone to pick besides
     */
    public TakeOutcome take(
            Schedule schedule,
            SeatHolder holder,
            List<Integer> ordinals,
            Map<String, Integer> zones) {
        List<String> keys = new ArrayList<>(keys(schedule.id()));
        List<String> args = new ArrayList<>();
        args.add(holder.tag());
        args.add("" + TAKE_FOR.toMillis());
        args.add("" + ordinals.size());
        ordinals.forEach(ordinal -> args.add("" + ordinal));
        List<String> zoneCodes = List.copyOf(zones.keySet());
        for (String zone : zoneCodes) {
            keys.add(freeKey(schedule.id(), zone));
            args.add("" + zones.get(zone));
        }
        try {
            return switch (lua.run(HOLD, keys, args)) {
                case Restoring _ -> new TakeOutcome.Unavailable();
                case Values reply ->
                        switch (reply.text(0)) {
                            case "HELD" -> new TakeOutcome.Succeeded(numbers(reply));
                            case "TAKEN" -> new TakeOutcome.TakenByOthers(numbers(reply));
                            case "FULL" ->
                                    new TakeOutcome.ZoneFull(
                                            zoneCodes.get(Math.toIntExact(reply.number(1))));
                            default -> throw new IllegalStateException("reply " + reply);
                        };
            };
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return new TakeOutcome.Unavailable();
        }
    }

    /** Keeps the seats that PostgreSQL has given to this holder for as long as it has. */
    public void keep(
            Schedule schedule, SeatHolder holder, Duration holdFor, List<Integer> ordinals) {
        tell(
                KEEP,
                keys(schedule.id()),
                // 0 would mean sold
                keepArgs(holder, Math.max(1, holdFor.plus(AFTER_EXPIRY).toMillis()), ordinals));
    }

    /** Marks seats as sold to this holder. */
    void sell(Schedule schedule, SeatHolder holder, List<Integer> ordinals) {
        tell(KEEP, keys(schedule.id()), keepArgs(holder, SOLD, ordinals));
    }

    private static List<String> keepArgs(SeatHolder holder, long millis, List<Integer> ordinals) {
        List<String> args = new ArrayList<>();
        args.add(holder.tag());
        args.add("" + millis);
        ordinals.forEach(ordinal -> args.add("" + ordinal));
        return args;
    }

    /**
     * Frees those of the seats that are this holder's. To be called only after PostgreSQL has freed
     * them, or has surely not given them.
     */
    public void release(Schedule schedule, SeatHolder holder, List<Integer> ordinals) {
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

    /**
     * Tells the gate without waiting for its reply: no answer to a fan depends on it, and calls of
     * one node are executed in their order. What does not reach the gate now, {@link MendGate} puts
     * right later. Waits only while too many replies are outstanding.
     */
    private void tell(LuaScript script, List<String> keys, List<String> args) {
        if (!untold.tryAcquire()) {
            try {
                lua.run(script, keys, args);
            } catch (LuaException.NotExecuted | LuaException.Unknown e) {
                LOG.debug("The gate was not told: {}", e.toString());
            }
            return;
        }
        lua.runAsync(script, keys, args)
                .whenComplete((reply, failure) -> {
                    untold.release();
                    if (failure != null) {
                        LOG.debug("The gate was not told: {}", failure.toString());
                    }
                });
    }

    /** What has changed at the gate since a version. */
    public sealed interface Changes {
        /** Each change is written {@code <ordinal><A|H|S>}; in order. */
        record Since(long version, List<String> changes) implements Changes {}

        /** The version is unknown or too old: read all seats instead. */
        record TooMany() implements Changes {}

        /** Redis is away or restoring. */
        record Unavailable() implements Changes {}
    }

    public Changes changesSince(UUID scheduleId, long version) {
        return switch (lua.run(CHANGES, keys(scheduleId), List.of("" + version))) {
            case Restoring _ -> new Changes.Unavailable();
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
    public record Entry(int ordinal, long untilMillis, String holder) {

        public boolean isSold() {
            return untilMillis == SOLD;
        }
    }

    /** All seats that are not free, at one moment. */
    public record All(long version, long nowMillis, List<Entry> entries) {}

    /** Empty while the gate is restoring. */
    public Optional<All> all(UUID scheduleId) {
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

    public List<String> keys(UUID scheduleId) {
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
