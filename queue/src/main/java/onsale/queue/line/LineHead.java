package onsale.queue.line;

import onsale.platform.redis.LuaReply.Values;

/**
 * The state of a line without its places.
 *
 * @param counter the last place that was given in this epoch
 * @param nowMillis Redis's clock
 * @param called how many fans were called in this epoch
 * @param nextLook the place from which admission looks for the next fan
 * @param active how many are called or inside
 * @param callFromMillis until then nobody is called, because fans come back after a loss
 * @param back how many have come back after the last loss
 * @param pacePercent at which share of the rate fans are called
 */
public record LineHead(
        long version,
        int epoch,
        long counter,
        long nowMillis,
        long called,
        long nextLook,
        long active,
        long admitPerSecond,
        long maxActive,
        boolean paused,
        long callFromMillis,
        long back,
        long pacePercent) {

    /** A head of which only version, epoch and counter are known. */
    public static LineHead at(long version, int epoch, long counter) {
        return new LineHead(version, epoch, counter, 0, 0, 0, 0, 0, 0, false, 0, 0, 100);
    }

    /** From the reply of changes.lua. */
    static LineHead of(Values values) {
        return new LineHead(
                values.number(1),
                Math.toIntExact(values.number(2)),
                values.number(3),
                values.number(4),
                values.number(5),
                values.number(6),
                values.number(7),
                values.number(8),
                values.number(9),
                values.number(10) == 1,
                values.number(11),
                values.number(12),
                values.number(13));
    }

    /** How many are called in a second at the most, at the present pace. */
    public double callsPerSecond() {
        return admitPerSecond * pacePercent / 100.0;
    }

    /** Fans are coming back after a loss, and nobody is called yet. */
    public boolean isReturning() {
        return nowMillis < callFromMillis;
    }
}
