package onsale.ops.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of Redis's INFO, as text and as numbers. A missing field is NaN. */
public final class RedisInfo {

    private static final Pattern LAG = Pattern.compile("^ip=.*,lag=(\\d+)");

    private final Map<String, String> fields = new HashMap<>();

    public RedisInfo(String info) {
        for (String line : info.lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#")) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
    }

    public String text(String field) {
        return fields.getOrDefault(field, "");
    }

    public double number(String field) {
        @Nullable String value = fields.get(field);
        try {
            return value == null ? Double.NaN : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    public boolean isMaster() {
        return text("role").equals("master");
    }

    /** The memory in use as a share of the limit; NaN without a limit. */
    public double memoryRatio() {
        double limit = number("maxmemory");
        return limit > 0 ? number("used_memory") / limit : Double.NaN;
    }

    /** The share of reads that found their key; NaN before the first read. */
    public double hitRatio() {
        double hits = number("keyspace_hits");
        double reads = hits + number("keyspace_misses");
        return reads > 0 ? hits / reads : Double.NaN;
    }

    /** Whether the last background save and the last writes to the append-only file succeeded. */
    public boolean persists() {
        return text("rdb_last_bgsave_status").equals("ok")
                && (text("aof_enabled").equals("0")
                        || (text("aof_last_write_status").equals("ok")
                                && text("aof_last_bgrewrite_status").equals("ok")));
    }

    /**
     * Seconds since the replica that is furthest behind was heard, or since a replica has heard its
     * master; NaN where there is neither.
     */
    public double replicationLagSeconds() {
        if (!isMaster()) {
            return number("master_last_io_seconds_ago");
        }
        Collection<String> values = fields.values();
        double worst = Double.NaN;
        for (String value : values) {
            Matcher lag = LAG.matcher(value);
            if (lag.find()) {
                double seconds = Double.parseDouble(lag.group(1));
                worst = Double.isNaN(worst) ? seconds : Math.max(worst, seconds);
            }
        }
        return worst;
    }
}
