package onsale.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import onsale.platform.redis.LuaReply.Values;

/** A handful of guarded scripts that change every kind of thing, on the keys of one show. */
final class TicketScripts {

    static final LuaScript COUNT = LuaScript.guarded(TicketScripts.class, "count.lua");
    static final LuaScript COUNT_BLINDLY = LuaScript.unguarded(TicketScripts.class, "count.lua");
    static final LuaScript HOLD = LuaScript.guarded(TicketScripts.class, "hold.lua");
    static final LuaScript JOIN = LuaScript.guarded(TicketScripts.class, "join.lua");
    static final LuaScript LEAVE = LuaScript.guarded(TicketScripts.class, "leave.lua");
    static final LuaScript CLEAR = LuaScript.guarded(TicketScripts.class, "clear.lua");
    static final LuaScript REFILL = LuaScript.rebuilding(TicketScripts.class, "refill.lua");

    private final Lua lua;
    private final Incarnation incarnation;
    private final String show;

    TicketScripts(Lua lua, String show) {
        this.lua = lua;
        this.incarnation = new Incarnation(lua, "test");
        this.show = show;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    String guard() {
        return incarnation.key(show);
    }

    String key(String name) {
        return "test:{" + show + "}:" + name;
    }

    LuaReply count() {
        return lua.run(COUNT, List.of(guard(), key("counter")), List.of());
    }

    LuaReply countBlindly() {
        return lua.run(COUNT_BLINDLY, List.of(guard(), key("counter")), List.of());
    }

    long counted() {
        return values(count()).number(0);
    }

    LuaReply hold(String hold, String... seats) {
        var keys = new java.util.ArrayList<>(List.of(guard()));
        List.of(seats).forEach(seat -> keys.add(key(seat)));
        return lua.run(HOLD, keys, List.of(hold, "60000"));
    }

    LuaReply join(String fan, int place) {
        return lua.run(JOIN, List.of(guard(), key("line")), List.of(fan, "" + place));
    }

    LuaReply leave(String fan) {
        return lua.run(LEAVE, List.of(guard(), key("line"), key("counts")), List.of(fan));
    }

    LuaReply clear() {
        List<String> keys = List.of(guard(), key("line"), key("counter"), key("seat1"));
        return lua.run(CLEAR, keys, List.of());
    }

    Recovery begin() {
        return incarnation.recover(show);
    }

    boolean refill(Recovery recovery, int counter) {
        return recovery.run(REFILL, List.of(guard(), key("counter")), List.of("" + counter));
    }

    /** The whole way from a loss to an open guard. */
    void recover(int counter) {
        Recovery recovery = begin();
        assertThat(refill(recovery, counter)).isTrue();
        assertThat(recovery.complete()).isTrue();
    }

    /** One of each; all of them change something when the guard is open. */
    List<LuaReply> everyScript() {
        return List.of(
                count(), hold("h1", "seat1", "seat2"), join("ann", 1), leave("ben"), clear());
    }

    static Values values(LuaReply reply) {
        return switch (reply) {
            case Values values -> values;
            case LuaReply.Restoring restoring -> throw new AssertionError("the guard is closed");
        };
    }
}
