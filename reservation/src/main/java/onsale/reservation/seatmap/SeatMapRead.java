package onsale.reservation.seatmap;

import java.util.Optional;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import onsale.platform.problem.Problem;
import onsale.reservation.ReservationProblems;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.turn.EntryTokens;
import org.jspecify.annotations.Nullable;

/** The seat map from memory: {@code GET /api/reservations/seats/{scheduleId}?since=version}. */
public final class SeatMapRead implements HotRead {

    private final Schedules schedules;
    private final SeatMaps maps;
    private final SeatAccess access;

    public SeatMapRead(Schedules schedules, SeatMaps maps, SeatAccess access) {
        this.schedules = schedules;
        this.maps = maps;
        this.access = access;
    }

    @Override
    public String path() {
        return "/api/reservations/seats/*";
    }

    /** Null when this node does not know the schedule, to let the controller read it. */
    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        @Nullable UUID id = Ids.read(request.lastSegment());
        @Nullable String since = request.query("since");
        if (id == null || (since != null && version(since) < 0)) {
            return null;
        }
        Optional<Schedule> schedule = schedules.known(id);
        @Nullable SeatMap map = maps.known(id);
        if (schedule.isEmpty() || map == null) {
            return null;
        }
        if (!access.mayLook(schedule.get(), request.header(EntryTokens.HEADER))) {
            return entryNeeded(request);
        }
        return since == null ? map.all() : map.since(version(since));
    }

    static HotAnswer entryNeeded(HotRequest request) {
        Problem problem = ReservationProblems.entryNeeded();
        return HotAnswer.of(
                problem.code().status(),
                "application/problem+json",
                problem.json(request.requestId()));
    }

    /** Negative for text that is no version. */
    static long version(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
