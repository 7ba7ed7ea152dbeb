package onsale.reservation.seatmap;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotRequest;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.turn.EntryTokens;
import org.jspecify.annotations.Nullable;

/**
 * The seat map as server-sent events: {@code GET
 * /api/reservations/seats/{scheduleId}/stream?since=version}. The data of each event is what {@link
 * SeatMapRead} answers, in base64: all seats, or what changed. The stream ends with the entry
 * token.
 */
public final class SeatStream implements EventStream {

    private static final String BEFORE = "/api/reservations/seats/";
    private static final String AFTER = "/stream";

    private final Schedules schedules;
    private final SeatMaps maps;
    private final SeatAccess access;

    public SeatStream(Schedules schedules, SeatMaps maps, SeatAccess access) {
        this.schedules = schedules;
        this.maps = maps;
        this.access = access;
    }

    @Override
    public String path() {
        return BEFORE + "*" + AFTER;
    }

    /** Null when this node does not know the schedule, to let the controller read it. */
    @Override
    public @Nullable Outcome open(HotRequest request) {
        String path = request.path();
        @Nullable UUID id =
                Ids.read(path.substring(BEFORE.length(), path.length() - AFTER.length()));
        @Nullable String since = request.query("since");
        if (id == null || (since != null && SeatMapRead.version(since) < 0)) {
            return null;
        }
        Optional<Schedule> schedule = schedules.known(id);
        @Nullable WatchedSeats seats = maps.watched(id);
        if (schedule.isEmpty() || seats == null) {
            return null;
        }
        @Nullable Instant until = null;
        if (schedule.get().queued()) {
            Optional<EntryTokens.Entry> entry =
                    access.entry(schedule.get(), request.header(EntryTokens.HEADER));
            if (entry.isEmpty()) {
                return new Outcome.Refused(SeatMapRead.entryNeeded(request));
            }
            request.countAs(entry.get().pass().userId().toString());
            until = entry.get().until();
        }
        return new Outcome.Opened(
                seats.topic(),
                seats.shown().since(since == null ? -1 : SeatMapRead.version(since)),
                until);
    }
}
