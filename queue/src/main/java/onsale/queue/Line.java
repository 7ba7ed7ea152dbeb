package onsale.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaReply.Restoring;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;

/**
 * The line of each schedule, in Redis. Every change is one script, so any node may make it at any
 * time; after a loss of data all of them answer Restoring until the line is rebuilt.
 */
final class Line {

    /** Who is so near the front is told to be seen at once. */
    static final int HORIZON_MIN = 500;

    private static final LuaScript ENTER = LuaScript.guarded(Line.class, "enter.lua");
    private static final LuaScript ADMIT = LuaScript.guarded(Line.class, "admit.lua");
    private static final LuaScript CLAIM = LuaScript.guarded(Line.class, "claim.lua");
    private static final LuaScript CONFIRM = LuaScript.guarded(Line.class, "confirm.lua");
    private static final LuaScript UNCLAIM = LuaScript.guarded(Line.class, "unclaim.lua");
    private static final LuaScript RELEASE = LuaScript.guarded(Line.class, "release.lua");
    private static final LuaScript LEAVE = LuaScript.guarded(Line.class, "leave.lua");
    private static final LuaScript SEEN = LuaScript.guarded(Line.class, "seen.lua");
    private static final LuaScript CHANGES = LuaScript.guarded(Line.class, "changes.lua");
    private static final LuaScript PAGE = LuaScript.guarded(Line.class, "page.lua");
    private static final LuaScript SETTINGS = LuaScript.guarded(Line.class, "settings.lua");
    private static final LuaScript RETURN = LuaScript.guarded(Line.class, "return.lua");
    private static final LuaScript FIND = LuaScript.guarded(Line.class, "find.lua");
    private static final LuaScript REFILL = LuaScript.rebuilding(Line.class, "refill.lua");
    private static final LuaScript CAUSE = LuaScript.unguarded(Line.class, "cause.lua");
    private static final LuaScript CLEAN = LuaScript.unguarded(Line.class, "clean.lua");

    private final Lua lua;
    private final Incarnation incarnation;
    private final Duration silentAfter;
    private final Duration claimWithin;
    private final LuaScript admit;

    Line(Lua lua, Duration silentAfter, Duration claimWithin) {
        this(lua, silentAfter, claimWithin, ADMIT);
    }

    /** With another script of admission, to show what the real one guards against. */
    Line(Lua lua, Duration silentAfter, Duration claimWithin, LuaScript admit) {
        this.lua = lua;
        this.incarnation = new Incarnation(lua, "queue");
        this.silentAfter = silentAfter;
        this.claimWithin = claimWithin;
        this.admit = admit;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    // ---- entering and leaving

    /** What became of an attempt to enter. */
    sealed interface Entry {

        record Entered(long place, long position) implements Entry {}

        record Already(long place, long position) implements Entry {}

        /** Called or inside. */
        record Active(long place) implements Entry {}

        record Refused(Why why) implements Entry {}

        /** Nothing can be said now. */
        record Closed() implements Entry {}
    }

    /** Why nobody gets a number. */
    enum Why {
        NOT_OPEN,
        OVER,
        SOLD_OUT,
        CLOSED,
        FULL,
        LATE
    }

    CompletionStage<Entry> enter(UUID scheduleId, Fan fan, long boundAtMillis) {
        return lua.runAsync(
                        ENTER,
                        keys(scheduleId),
                        List.of(fan.member(), "" + boundAtMillis, "" + HORIZON_MIN))
                .thenApply(Line::entry);
    }

    private static Entry entry(LuaReply reply) {
        if (!(reply instanceof Values values)) {
            return new Entry.Closed();
        }
        return switch (values.text(0)) {
            case "ENTERED" -> new Entry.Entered(place(values, 1), values.number(2));
            case "ALREADY" -> new Entry.Already(place(values, 1), values.number(2));
            case "ACTIVE" -> new Entry.Active(place(values, 1));
            default -> new Entry.Refused(Why.valueOf(values.text(0)));
        };
    }

    CompletionStage<Boolean> has(UUID scheduleId, Fan fan) {
        // While the line is being rebuilt nobody can be said to be missing.
        return lua.runAsync(FIND, keys(scheduleId), List.of(fan.member()))
                .thenApply(reply -> !(reply instanceof Values values) || values.number(1) == 1);
    }

    /** What became of an attempt to leave; the moment is on Redis's clock. */
    sealed interface Leave {

        record Left(long atMillis) implements Leave {}

        record Claimed() implements Leave {}

        record Closed() implements Leave {}
    }

    Leave leave(UUID scheduleId, Fan fan, long place) {
        return switch (lua.run(LEAVE, keys(scheduleId, place), number(fan, place))) {
            case Restoring _ -> new Leave.Closed();
            case Values values when values.text(0).equals("CLAIMED") -> new Leave.Claimed();
            case Values values -> new Leave.Left(values.number(1));
        };
    }

    // ---- being called

    /** How many were called; none while the line is closed. */
    long admit(UUID scheduleId) {
        return lua.run(
                                admit,
                                keys(scheduleId),
                                List.of("" + silentAfter.toMillis(), "" + claimWithin.toMillis()))
                        instanceof Values values
                ? values.number(1)
                : 0;
    }

    /** What became of taking up a call. */
    sealed interface Claim {

        /**
         * A row may be committed for this epoch, within {@link Turns#CLAIM_FOR} from this moment.
         */
        record Claiming(Instant at, int epoch) implements Claim {}

        /** There is a row. */
        record Claimed() implements Claim {}

        record Waiting(long position) implements Claim {}

        record Gone() implements Claim {}

        /** Of an earlier epoch, and not put back yet. */
        record Lost() implements Claim {}

        record Closed() implements Claim {}
    }

    Claim claim(UUID scheduleId, Fan fan, long place) {
        List<String> args =
                List.of(
                        fan.member(),
                        "" + place,
                        "" + Place.epoch(place),
                        "" + Place.counter(place));
        return switch (lua.run(CLAIM, keys(scheduleId, place), args)) {
            case Restoring _ -> new Claim.Closed();
            case Values values ->
                    switch (values.text(0)) {
                        case "CLAIMING" ->
                                new Claim.Claiming(
                                        Instant.ofEpochMilli(values.number(1)),
                                        Math.toIntExact(values.number(2)));
                        case "CLAIMED" -> new Claim.Claimed();
                        case "WAITING" -> new Claim.Waiting(values.number(1));
                        case "LOST" -> new Claim.Lost();
                        default -> new Claim.Gone();
                    };
        };
    }

    void confirm(UUID scheduleId, Fan fan, long place) {
        lua.run(CONFIRM, keys(scheduleId), List.of(fan.member(), "" + place));
    }

    void unclaim(UUID scheduleId, Inside found) {
        lua.run(
                UNCLAIM,
                keys(scheduleId),
                List.of(found.fan.member(), "" + found.place, found.value));
    }

    /** The moment of it on Redis's clock; nothing while the line is closed. */
    Optional<Long> release(UUID scheduleId, Fan fan, long place) {
        return lua.run(RELEASE, keys(scheduleId, place), number(fan, place))
                        instanceof Values values
                ? Optional.of(values.number(2))
                : Optional.empty();
    }

    // ---- following

    /**
     * The state of a line beside its numbers.
     *
     * @param expected how many should come back after the last loss; -1 if nobody knows
     * @param back how many have
     */
    record Head(
            long version,
            int epoch,
            long counter,
            long nowMillis,
            long admitted,
            long nextLook,
            long waiting,
            long active,
            long admitPerSecond,
            long maxActive,
            long capacity,
            boolean paused,
            boolean draining,
            boolean soldOut,
            long admitFromMillis,
            long expected,
            long back) {

        /** Of which only the numbers are known. */
        static Head at(long version, int epoch, long counter) {
            return new Head(
                    version, epoch, counter, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false, 0, -1, 0);
        }

        /** Fans are coming back after a loss, and nobody is called yet. */
        boolean isReturning() {
            return nowMillis < admitFromMillis;
        }
    }

    /** What changed since a version. */
    sealed interface Changes {

        /** Each as {@code <place><W|C|A|G>}, in order. */
        record Since(Head head, List<String> changes) implements Changes {}

        record TooMany() implements Changes {}

        record Closed() implements Changes {}
    }

    Changes changesSince(UUID scheduleId, long version) {
        return switch (lua.run(CHANGES, keys(scheduleId), List.of("" + version))) {
            case Restoring _ -> new Changes.Closed();
            case Values values when values.text(0).equals("RESYNC") -> new Changes.TooMany();
            case Values values -> {
                Values list = values.values(18);
                List<String> changes = new ArrayList<>(list.size());
                for (int i = 0; i < list.size(); i++) {
                    changes.add(list.text(i));
                }
                yield new Changes.Since(head(values), changes);
            }
        };
    }

    private static Head head(Values values) {
        return new Head(
                values.number(1),
                Math.toIntExact(values.number(2)),
                values.number(3),
                values.number(4),
                values.number(5),
                values.number(6),
                values.number(7),
                values.number(8),
                values.number(9),
                values.number(10),
                values.number(11),
                values.number(12) == 1,
                values.number(13) == 1,
                values.number(14) == 1,
                values.number(15),
                values.number(16),
                values.number(17));
    }

    /** Somebody called or inside; the value is that of Redis. */
    record Inside(Fan fan, String value, long place) {

        char state() {
            return value.charAt(0);
        }

        /** When the claim began; only for state K. */
        long claimingSinceMillis() {
            return Long.parseLong(value, value.indexOf(':') + 1, value.length(), 10);
        }
    }

    record Page(
            long version,
            int epoch,
            long counter,
            List<String> members,
            long[] places,
            List<Inside> inside,
            long nowMillis) {}

    /** In the order of the numbers; nothing if the line is closed. */
    Optional<Page> page(UUID scheduleId, long after, int max) {
        if (!(lua.run(PAGE, keys(scheduleId), List.of("" + after, "" + max))
                instanceof Values values)) {
            return Optional.empty();
        }
        Values waiting = values.values(4);
        List<String> members = new ArrayList<>(waiting.size() / 2);
        long[] places = new long[waiting.size() / 2];
        for (int i = 0; i < places.length; i++) {
            members.add(waiting.text(2 * i));
            places[i] = Long.parseLong(waiting.text(2 * i + 1));
        }
        Values active = values.values(5);
        List<Inside> inside = new ArrayList<>(active.size() / 2);
        for (int i = 0; i < active.size(); i += 2) {
            String value = active.text(i + 1);
            int colon = value.indexOf(':');
            inside.add(
                    new Inside(
                            Fan.of(active.text(i)),
                            value,
                            Long.parseLong(value, 1, colon < 0 ? value.length() : colon, 10)));
        }
        return Optional.of(
                new Page(
                        values.number(1),
                        Math.toIntExact(values.number(2)),
                        values.number(3),
                        members,
                        places,
                        inside,
                        values.number(6)));
    }

    /** Also with none: it says that a node is alive. Pairs of place and age in milliseconds. */
    void seen(UUID scheduleId, List<String> pairs) {
        List<String> args = new ArrayList<>(pairs.size() + 1);
        args.add("" + silentAfter.toMillis());
        args.addAll(pairs);
        lua.run(SEEN, keys(scheduleId), args);
    }

    // ---- settings and recovery

    /** A line that was told of its settings. */
    record Told(int epoch, long waiting) {

        /** Nobody knows how many wait while fans come back. */
        boolean isCounted() {
            return waiting >= 0;
        }
    }

    /** Nothing while the line is closed. */
    Optional<Told> tell(Sale sale) {
        List<String> args = new ArrayList<>();
        args.add("" + sale.settingsVersion());
        args.addAll(fields(sale));
        return lua.run(SETTINGS, keys(sale.id()).subList(0, 5), args) instanceof Values values
                ? Optional.of(new Told(Math.toIntExact(values.number(1)), values.number(2)))
                : Optional.empty();
    }

    /** Why a line is closed, as far as the guard's key tells. */
    enum Cause {
        /** The key is gone: flushed, or a server that knows nothing. */
        EMPTY,
        /** The key names another process: a restart, with however old files, or a failover. */
        OTHER_PROCESS,
        /** A recovery was begun here and never ended. */
        INTERRUPTED
    }

    Cause cause(UUID scheduleId) {
        String value =
                lua.run(CAUSE, keys(scheduleId).subList(0, 1), List.of()) instanceof Values values
                        ? values.text(0)
                        : "";
        return value.isEmpty()
                ? Cause.EMPTY
                : value.startsWith("restoring:") ? Cause.INTERRUPTED : Cause.OTHER_PROCESS;
    }

    private static List<String> fields(Sale sale) {
        boolean over = sale.cancelled() || !sale.queued();
        List<String> fields = new ArrayList<>();
        Map.of(
                        "opens",
                        "" + sale.opensAt().toEpochMilli(),
                        "closes",
                        over ? "0" : "" + sale.closesAt().toEpochMilli(),
                        "rate",
                        "" + sale.admitPerSecond(),
                        "maxActive",
                        "" + sale.maxActive(),
                        "capacity",
                        "" + sale.capacity(),
                        "paused",
                        sale.paused() ? "1" : "0",
                        "draining",
                        sale.draining() ? "1" : "0",
                        "soldOut",
                        sale.soldOut() ? "1" : "0")
                .forEach((name, value) -> {
                    fields.add(name);
                    fields.add(value);
                });
        return fields;
    }

    /** Empties what may be left; false if this recovery is void. */
    boolean refillFirst(Sale sale, String nonce, int epoch, Duration window, long expected) {
        List<String> keys = new ArrayList<>(keys(sale.id()));
        for (int old = 1; old <= epoch; old++) {
            keys.add(goneKey(sale.id(), old));
        }
        List<String> args = new ArrayList<>();
        args.addAll(List.of("first", "" + epoch, "" + window.toMillis(), "" + expected));
        args.add("" + sale.settingsVersion());
        args.addAll(fields(sale));
        return refill(sale.id(), nonce, keys, args);
    }

    boolean refillInside(UUID scheduleId, String nonce, List<ClaimStore.Claim> claims) {
        List<String> args = new ArrayList<>();
        args.add("inside");
        claims.forEach(claim -> {
            args.add(claim.fan().member());
            args.add("" + claim.place());
        });
        return refill(scheduleId, nonce, keys(scheduleId), args);
    }

    boolean refillGone(UUID scheduleId, String nonce, int epoch, List<Long> places) {
        List<String> keys = keys(scheduleId, Place.of(epoch, 0));
        List<String> args = new ArrayList<>();
        args.add("gone");
        places.forEach(place -> args.add("" + Place.counter(place)));
        return refill(scheduleId, nonce, keys, args);
    }

    private boolean refill(UUID scheduleId, String nonce, List<String> keys, List<String> args) {
        return incarnation.rebuild(
                        scheduleId.toString(), nonce, REFILL, keys.subList(1, keys.size()), args)
                instanceof Values;
    }

    /**
     * Puts fans of one earlier epoch back; false while the line is closed.
     *
     * @param givenUp those who have left, or are in another line now
     */
    boolean putBack(UUID scheduleId, int epoch, List<Receipt> receipts, Set<Receipt> givenUp) {
        List<String> keys = keys(scheduleId, Place.of(epoch, 0));
        List<String> args = new ArrayList<>();
        args.add("" + epoch);
        receipts.forEach(receipt -> {
            args.add(receipt.fan().member());
            args.add("" + receipt.place());
            args.add("" + Place.counter(receipt.place()));
            args.add(givenUp.contains(receipt) ? "1" : "0");
        });
        return lua.run(RETURN, keys, args) instanceof Values;
    }

    void clean(UUID scheduleId, int epoch) {
        List<String> keys = new ArrayList<>(keys(scheduleId));
        for (int old = 1; old <= epoch; old++) {
            keys.add(goneKey(scheduleId, old));
        }
        lua.run(CLEAN, keys, List.of());
    }

    private static long place(Values values, int index) {
        return Long.parseLong(values.text(index));
    }

    private static List<String> number(Fan fan, long place) {
        return List.of(fan.member(), "" + place, "" + Place.counter(place));
    }

    /** With the key of the gone numbers of the place's epoch. */
    private List<String> keys(UUID scheduleId, long place) {
        List<String> keys = new ArrayList<>(keys(scheduleId));
        keys.add(goneKey(scheduleId, Place.epoch(place)));
        return keys;
    }

    List<String> keys(UUID scheduleId) {
        String prefix = "queue:{" + scheduleId + "}:";
        return List.of(
                incarnation.key(scheduleId.toString()),
                prefix + "state",
                prefix + "waiting",
                prefix + "active",
                prefix + "called",
                prefix + "seen",
                prefix + "changes");
    }

    private static String goneKey(UUID scheduleId, int epoch) {
        return "queue:{" + scheduleId + "}:gone:" + epoch;
    }
}
