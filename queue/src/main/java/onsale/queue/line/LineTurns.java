package onsale.queue.line;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply.Restoring;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;

/**
 * The turns of fans as Redis counts them. The row of a turn in PostgreSQL decides; Redis is told
 * before it, so that the call does not go back meanwhile, and after it.
 */
public final class LineTurns {

    private static final LuaScript TAKE = LuaScript.guarded(LineTurns.class, "take.lua");
    private static final LuaScript CONFIRM = LuaScript.guarded(LineTurns.class, "confirm.lua");
    private static final LuaScript GIVE_BACK = LuaScript.guarded(LineTurns.class, "give_back.lua");
    private static final LuaScript RELEASE = LuaScript.guarded(LineTurns.class, "release.lua");

    private final Lua lua;
    private final LineKeys keys;

    public LineTurns(Lua lua, LineKeys keys) {
        this.lua = lua;
        this.keys = keys;
    }

    /** The outcome of taking up a call. */
    public sealed interface TakeUp {

        /**
         * The row of the turn may be committed now.
         *
         * @param at on Redis's clock; the row is committed within a bounded time from this moment
         * @param epoch the row is committed only while this is the line's epoch
         */
        record Taking(Instant at, int epoch) implements TakeUp {}

        /** There is a row. */
        record Inside() implements TakeUp {}

        record Waiting(long position) implements TakeUp {}

        /** The place was given up, or its turn has ended. */
        record Gone() implements TakeUp {}

        /** The place is of an earlier epoch, and the fan is not put back yet. */
        record Lost() implements TakeUp {}

        record LineRestoring() implements TakeUp {}
    }

    public TakeUp takeUp(UUID scheduleId, Fan fan, long place) {
        List<String> args =
                List.of(
                        fan.member(),
                        "" + place,
                        "" + Place.epoch(place),
                        "" + Place.counter(place));
        return switch (lua.run(TAKE, keys.withGone(scheduleId, place), args)) {
            case Restoring _ -> new TakeUp.LineRestoring();
            case Values values ->
                    switch (values.text(0)) {
                        case "TAKING" ->
                                new TakeUp.Taking(
                                        Instant.ofEpochMilli(values.number(1)),
                                        Math.toIntExact(values.number(2)));
                        case "INSIDE" -> new TakeUp.Inside();
                        case "WAITING" -> new TakeUp.Waiting(values.number(1));
                        case "LOST" -> new TakeUp.Lost();
                        default -> new TakeUp.Gone();
                    };
        };
    }

    /** Counts the fan as inside: the row of the turn is committed. */
    public void confirm(UUID scheduleId, Fan fan, long place) {
        lua.run(CONFIRM, keys.of(scheduleId), List.of(fan.member(), "" + place));
    }

    /** Lets a fan wait again whose turn was to be taken up and got no row. */
    public void giveBack(UUID scheduleId, ActiveFan found) {
        lua.run(
                GIVE_BACK,
                keys.of(scheduleId),
                List.of(found.fan().member(), "" + found.place(), found.value()));
    }

    /**
     * Frees what the fan occupies: the row of the turn has ended. Returns the moment on Redis's
     * clock; empty while the line is restoring.
     */
    public Optional<Long> release(UUID scheduleId, Fan fan, long place) {
        List<String> args = List.of(fan.member(), "" + place, "" + Place.counter(place));
        return lua.run(RELEASE, keys.withGone(scheduleId, place), args) instanceof Values values
                ? Optional.of(values.number(2))
                : Optional.empty();
    }
}
