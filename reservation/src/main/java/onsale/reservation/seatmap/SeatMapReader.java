package onsale.reservation.seatmap;

import java.time.Instant;
import java.util.Optional;
import onsale.platform.db.Database;
import onsale.platform.redis.LuaException;
import onsale.reservation.SeatStore;
import onsale.reservation.SeatStore.TakenSeat;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.inventory.Schedule;

/** Reads seat maps from the gate, or from the rows while the gate is unavailable. */
public final class SeatMapReader {

    private final SeatGate gate;
    private final SeatStore seats;
    private final Database database;

    public SeatMapReader(SeatGate gate, SeatStore seats, Database database) {
        this.gate = gate;
        this.seats = seats;
        this.database = database;
    }

    SeatMap read(Schedule schedule) {
        Optional<SeatGate.All> all;
        try {
            all = gate.all(schedule.id());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            all = Optional.empty();
        }
        return all.map(read -> fromGate(schedule, read)).orElseGet(() -> readRows(schedule));
    }

    /** What has changed at the gate since the version of this map. */
    SeatGate.Changes changesSince(Schedule schedule, SeatMap map) {
        try {
            return gate.changesSince(schedule.id(), map.version());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            return new SeatGate.Changes.Unavailable();
        }
    }

    private static SeatMap fromGate(Schedule schedule, SeatGate.All all) {
        byte[] states = new byte[schedule.seatCount()];
        for (SeatGate.Entry entry : all.entries()) {
            if (entry.ordinal() < states.length) {
                states[entry.ordinal()] = (byte) state(entry, all.nowMillis());
            }
        }
        return SeatMap.of(all.version(), states);
    }

    private static int state(SeatGate.Entry entry, long nowMillis) {
        if (entry.isSold()) {
            return SeatMap.SOLD;
        }
        return entry.untilMillis() > nowMillis ? SeatMap.HELD : SeatMap.AVAILABLE;
    }

    /** The map's version is the time: the gate's first one after it is greater, see refill.lua. */
    SeatMap readRows(Schedule schedule) {
        byte[] states = new byte[schedule.seatCount()];
        Instant now = database.now();
        for (TakenSeat seat : seats.allTaken(schedule.id())) {
            states[seat.ordinal()] = (byte) (seat.sold() ? SeatMap.SOLD : SeatMap.HELD);
        }
        return SeatMap.of(now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000, states);
    }
}
