package onsale.queue.line;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply.Restoring;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;

/** Reads lines from Redis for the nodes that follow them, and tells Redis whom they have seen. */
public final class LineReader {

    private static final LuaScript CHANGES = LuaScript.guarded(LineReader.class, "changes.lua");
    private static final LuaScript PAGE = LuaScript.guarded(LineReader.class, "page.lua");
    private static final LuaScript SEEN = LuaScript.guarded(LineReader.class, "seen.lua");

    /** Index of the list of changes in the reply of changes.lua. */
    private static final int CHANGE_LIST = 14;

    private static final int PAGE_SIZE = 5_000;

    private final Lua lua;
    private final LineKeys keys;
    private final Duration silentAfter;

    public LineReader(Lua lua, LineKeys keys, Duration silentAfter) {
        this.lua = lua;
        this.keys = keys;
        this.silentAfter = silentAfter;
    }

    /** The new state of a place. */
    public record PlaceChange(long place, PlaceState state) {

        private static PlaceChange of(String text) {
            int last = text.length() - 1;
            return new PlaceChange(
                    Long.parseLong(text, 0, last, 10), PlaceState.of(text.charAt(last)));
        }
    }

    /** What has changed since a version. */
    public sealed interface Changes {

        /**
         * The changes, and the state of the line after them.
         *
         * @param changes in the order in which they were made
         */
        record Since(LineHead head, List<PlaceChange> changes) implements Changes {}

        /** Redis does not have all changes any more: the line is read anew. */
        record TooMany() implements Changes {}

        record LineRestoring() implements Changes {}
    }

    public Changes changesSince(UUID scheduleId, long version) {
        return switch (lua.run(CHANGES, keys.of(scheduleId), List.of("" + version))) {
            case Restoring _ -> new Changes.LineRestoring();
            case Values values when values.text(0).equals("RESYNC") -> new Changes.TooMany();
            case Values values -> {
                Values list = values.values(CHANGE_LIST);
                List<PlaceChange> changes = new ArrayList<>(list.size());
                for (int i = 0; i < list.size(); i++) {
                    changes.add(PlaceChange.of(list.text(i)));
                }
                yield new Changes.Since(LineHead.of(values), changes);
            }
        };
    }

    /**
     * A page of those who wait, in the order of their places.
     *
     * @param active those called or inside; only of the first page
     */
    public record Page(
            long version,
            int epoch,
            long counter,
            List<String> members,
            long[] places,
            List<ActiveFan> active,
            long nowMillis) {}

    /** Empty while the line is restoring. */
    public Optional<Page> page(UUID scheduleId, long after, int max) {
        List<String> args = List.of("" + after, "" + max);
        if (!(lua.run(PAGE, keys.of(scheduleId), args) instanceof Values values)) {
            return Optional.empty();
        }
        Values waiting = values.values(4);
        List<String> members = new ArrayList<>(waiting.size() / 2);
        long[] places = new long[waiting.size() / 2];
        for (int i = 0; i < places.length; i++) {
            members.add(waiting.text(2 * i));
            places[i] = Long.parseLong(waiting.text(2 * i + 1));
        }
        Values others = values.values(5);
        List<ActiveFan> active = new ArrayList<>(others.size() / 2);
        for (int i = 0; i < others.size(); i += 2) {
            active.add(ActiveFan.of(others.text(i), others.text(i + 1)));
        }
        return Optional.of(
                new Page(
                        values.number(1),
                        Math.toIntExact(values.number(2)),
                        values.number(3),
                        members,
                        places,
                        active,
                        values.number(6)));
    }

    /** Hands over everybody who waits; nobody unless Redis has the line. */
    public void forEachWaiting(UUID scheduleId, Consumer<Fan> consumer) {
        if (keys.incarnation().state(scheduleId.toString()) != Incarnation.State.OPEN) {
            return;
        }
        long after = 0;
        Optional<Page> page;
        do {
            page = page(scheduleId, after, PAGE_SIZE);
            if (page.isPresent()) {
                page.get().members().forEach(member -> consumer.accept(Fan.of(member)));
                long[] places = page.get().places();
                after = places.length == 0 ? after : places[places.length - 1];
            }
        } while (page.isPresent() && page.get().places().length == PAGE_SIZE);
    }

    /**
     * Tells which waiting fans this node has seen. An empty list tells that a node is alive.
     *
     * @param pairs place and age in milliseconds by turns
     */
    public void seen(UUID scheduleId, List<String> pairs) {
        List<String> args = new ArrayList<>(pairs.size() + 1);
        args.add("" + silentAfter.toMillis());
        args.addAll(pairs);
        lua.run(SEEN, keys.of(scheduleId), args);
    }
}
