package onsale.queue.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.redis.Lua;
import onsale.platform.redis.LuaReply.Values;
import onsale.platform.redis.LuaScript;
import onsale.queue.sale.Sale;

/** What a line in Redis knows of its sale: its times and what operators set. */
public final class LineSettings {

    private static final LuaScript SETTINGS = LuaScript.guarded(LineSettings.class, "settings.lua");

    /** How many of the line's keys the script needs. */
    private static final int KEYS = 5;

    private final Lua lua;
    private final LineKeys keys;

    public LineSettings(Lua lua, LineKeys keys) {
        this.lua = lua;
        this.keys = keys;
    }

    /** A line that has taken over its settings. */
    public record Told(int epoch, long waiting) {

        /** False while fans come back after a loss: then nobody knows how many wait. */
        public boolean isCounted() {
            return waiting >= 0;
        }
    }

    /** Tells a line its settings, unless it knows newer ones; empty while it is restoring. */
    public Optional<Told> tell(Sale sale) {
        List<String> args = new ArrayList<>();
        args.add("" + sale.settingsVersion());
        args.addAll(fields(sale));
        return lua.run(SETTINGS, keys(sale.id()), args) instanceof Values values
                ? Optional.of(new Told(Math.toIntExact(values.number(1)), values.number(2)))
                : Optional.empty();
    }

    private List<String> keys(UUID scheduleId) {
        return keys.of(scheduleId).subList(0, KEYS);
    }

    /** Names and values by turns, as the line's hash has them. */
    public static List<String> fields(Sale sale) {
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
}
