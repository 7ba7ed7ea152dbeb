package onsale.queue.line;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Lua;

/** The keys of lines in Redis. All keys of a line carry its schedule id as hash tag. */
public final class LineKeys {

    private final Incarnation incarnation;

    public LineKeys(Lua lua) {
        this.incarnation = new Incarnation(lua, "queue");
    }

    /** The guard that tells whether Redis still has the data of a line. */
    public Incarnation incarnation() {
        return incarnation;
    }

    /** In the order in which the scripts expect them. */
    public List<String> of(UUID scheduleId) {
        String prefix = "queue:{" + scheduleId + "}:";
        return List.of(
                guard(scheduleId),
                prefix + "state",
                prefix + "waiting",
                prefix + "active",
                prefix + "called",
                prefix + "seen",
                prefix + "changes");
    }

    public String guard(UUID scheduleId) {
        return incarnation.key(scheduleId.toString());
    }

    /** Those of the line, then the used places of the given place's epoch. */
    public List<String> withGone(UUID scheduleId, long place) {
        List<String> keys = new ArrayList<>(of(scheduleId));
        keys.add(gone(scheduleId, Place.epoch(place)));
        return keys;
    }

    /** Those of the line, then the used places of all epochs up to this one. */
    public List<String> withAllGone(UUID scheduleId, int epoch) {
        List<String> keys = new ArrayList<>(of(scheduleId));
        for (int old = 1; old <= epoch; old++) {
            keys.add(gone(scheduleId, old));
        }
        return keys;
    }

    private static String gone(UUID scheduleId, int epoch) {
        return "queue:{" + scheduleId + "}:gone:" + epoch;
    }
}
