package onsale.queue.line;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply;
import onsale.platform.redis.LuaReply.Restoring;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;

/**
 * The line of each schedule, in Redis: fans enter it, are called from it and leave it. Every change
 * is one script, so any node may make it at any time. After a loss of data every script answers
 * Restoring until the line is rebuilt.
 */
public final class Line {

    /** A fan this near the front counts as seen from the moment of entering. */
    public static final int HORIZON_MIN = 500;

    private static final LuaScript ENTER = LuaScript.guarded(Line.class, "enter.lua");
    private static final LuaScript FIND = LuaScript.guarded(Line.class, "find.lua");
    private static final LuaScript LEAVE = LuaScript.guarded(Line.class, "leave.lua");
    private static final LuaScript ADMIT = LuaScript.guarded(Line.class, "admit.lua");
    private static final LuaScript PACE = LuaScript.guarded(Line.class, "pace.lua");

    private final Lua lua;
    private final LineKeys keys;
    private final Duration silentAfter;
    private final Duration takeWithin;
    private final LuaScript admit;

    /**
     * @param silentAfter a fan of whom no node has heard for this long is passed over
     * @param takeWithin a called fan who has not taken the turn up by then waits again
     */
    public Line(Lua lua, LineKeys keys, Duration silentAfter, Duration takeWithin) {
        this(lua, keys, silentAfter, takeWithin, ADMIT);
    }

    /** With another script of admission, to show what the real one guards against. */
    public Line(
            Lua lua, LineKeys keys, Duration silentAfter, Duration takeWithin, LuaScript admit) {
        this.lua = lua;
        this.keys = keys;
        this.silentAfter = silentAfter;
        this.takeWithin = takeWithin;
        this.admit = admit;
    }

    /** The outcome of entering. */
    public sealed interface Entry {

        record Entered(long place, long position) implements Entry {}

        record Already(long place, long position) implements Entry {}

        /** The fan is called or inside. */
        record Active(long place) implements Entry {}

        record Refused(Refusal reason) implements Entry {}

        record LineRestoring() implements Entry {}
    }

    /** Why a fan gets no place; the names are those of the script's replies. */
    public enum Refusal {
        NOT_OPEN,
        OVER,
        SOLD_OUT,
        CLOSED,
        FULL,
        LATE
    }

    public CompletionStage<Entry> enter(UUID scheduleId, Fan fan, long boundAtMillis) {
        return lua.runAsync(
                        ENTER,
                        keys.of(scheduleId),
                        List.of(fan.member(), "" + boundAtMillis, "" + HORIZON_MIN))
                .thenApply(Line::entry);
    }

    private static Entry entry(LuaReply reply) {
        if (!(reply instanceof Values values)) {
            return new Entry.LineRestoring();
        }
        return switch (values.text(0)) {
            case "ENTERED" -> new Entry.Entered(place(values), values.number(2));
            case "ALREADY" -> new Entry.Already(place(values), values.number(2));
            case "ACTIVE" -> new Entry.Active(place(values));
            default -> new Entry.Refused(Refusal.valueOf(values.text(0)));
        };
    }

    private static long place(Values values) {
        return Long.parseLong(values.text(1));
    }

    /** Whether the fan is in this line; true while the line is restoring and nobody can tell. */
    public CompletionStage<Boolean> has(UUID scheduleId, Fan fan) {
        return lua.runAsync(FIND, keys.of(scheduleId), List.of(fan.member()))
                .thenApply(reply -> !(reply instanceof Values values) || values.number(1) == 1);
    }

    /** The outcome of leaving. */
    public sealed interface Leaving {

        /**
         * The fan is not in the line any more.
         *
         * @param atMillis on Redis's clock
         */
        record Left(long atMillis) implements Leaving {}

        /** The fan takes the turn up or is inside: the row of the turn is ended first. */
        record HasTurn() implements Leaving {}

        record LineRestoring() implements Leaving {}
    }

    public Leaving leave(UUID scheduleId, Fan fan, long place) {
        List<String> args = List.of(fan.member(), "" + place, "" + Place.counter(place));
        return switch (lua.run(LEAVE, keys.withGone(scheduleId, place), args)) {
            case Restoring _ -> new Leaving.LineRestoring();
            case Values values when values.text(0).equals("HAS_TURN") -> new Leaving.HasTurn();
            case Values values -> new Leaving.Left(values.number(1));
        };
    }

    /**
     * The result of calling the next fans.
     *
     * @param called how many were called
     * @param remaining how many wait, are called or are inside
     */
    public record Calls(long called, long remaining) {}

    /** Calls the next fans, as many as rate and limit allow; nobody while the line is restoring. */
    public Calls callNext(UUID scheduleId) {
        List<String> args = List.of("" + silentAfter.toMillis(), "" + takeWithin.toMillis());
        return lua.run(admit, keys.of(scheduleId), args) instanceof Values values
                ? new Calls(values.number(1), values.number(3))
                : new Calls(0, 0);
    }

    /** Changes the share of the rate at which fans are called by a factor, up to all of it. */
    public void changePace(UUID scheduleId, double factor, double least) {
        lua.run(PACE, keys.of(scheduleId).subList(0, 2), List.of("" + factor, "" + least));
    }
}
