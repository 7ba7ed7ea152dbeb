package onsale.reservation;

import java.util.Optional;
import java.util.UUID;
import onsale.contracts.EntryPass;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotRead;
import onsale.platform.door.HotRequest;
import onsale.platform.pass.Passes;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/** The seat map from memory: {@code GET /api/reservations/seats/{scheduleId}?since=version}. */
final class SeatsRead implements HotRead {

    static final String QUEUE_TOKEN = "X-Queue-Token";

    private final Schedules schedules;
    private final SeatMaps maps;
    private final Passes passes;

    SeatsRead(Schedules schedules, SeatMaps maps, Passes passes) {
        this.schedules = schedules;
        this.maps = maps;
        this.passes = passes;
    }

    @Override
    public String path() {
        return "/api/reservations/seats/*";
    }

    /** Null, to let the controller read it, when this node does not know the schedule. */
    @Override
    public @Nullable HotAnswer answer(HotRequest request) {
        @Nullable UUID id = uuid(request.lastSegment());
        @Nullable String since = request.query("since");
        if (id == null || (since != null && version(since) < 0)) {
            return null;
        }
        Optional<Schedule> schedule = schedules.known(id);
        @Nullable SeatMap map = maps.known(id);
        if (schedule.isEmpty() || map == null) {
            return null;
        }
        if (!mayLook(schedule.get(), request.header(QUEUE_TOKEN))) {
            Problem problem = ReservationProblems.entryNeeded();
            return HotAnswer.of(
                    problem.code().status(),
                    "application/problem+json",
                    problem.json(request.requestId()));
        }
        return since == null ? map.all() : map.since(version(since));
    }

    boolean mayLook(Schedule schedule, @Nullable String token) {
        return !schedule.queued()
                || (token != null
                        && EntryPass.read(passes, token)
                                .filter(pass -> pass.scheduleId().equals(schedule.id()))
                                .isPresent());
    }

    /** Negative for what is no version. */
    private static long version(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static @Nullable UUID uuid(String text) {
        try {
            return text.length() == 36 ? UUID.fromString(text) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
