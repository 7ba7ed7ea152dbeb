package onsale.reservation.hold;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;
import onsale.reservation.ReservationProblems;
import onsale.reservation.hold.HoldController.ZoneSeats;
import org.jspecify.annotations.Nullable;

/** Checks of a request for seats that the rules of a single field cannot express. */
public final class CheckedSeats {

    private static final int KEY_CHARS_MAX = 100;

    private CheckedSeats() {}

    /** How many seats of each zone; a zone that is named twice counts once, with the sum. */
    static Map<String, Integer> byZone(@Nullable List<ZoneSeats> zones) {
        Map<String, Integer> byZone = new LinkedHashMap<>();
        if (zones != null) {
            zones.forEach(zone -> byZone.merge(zone.zone(), zone.count(), Integer::sum));
        }
        return byZone;
    }

    static void check(List<UUID> seatIds, Map<String, Integer> zones) {
        int count = seatIds.size() + zones.values().stream().mapToInt(Integer::intValue).sum();
        if (count == 0) {
            throw invalid("seatIds", "must name at least one seat, or zones a seat");
        }
        if (new HashSet<>(seatIds).size() < seatIds.size()) {
            throw invalid("seatIds", "must not name a seat twice");
        }
        if (count > HoldSeats.SEATS_MAX) {
            throw ReservationProblems.tooManySeats(HoldSeats.SEATS_MAX).exception();
        }
    }

    /** An idempotency key is short and printable. */
    public static void checkKey(@Nullable String key) {
        if (key != null && (key.isBlank() || key.length() > KEY_CHARS_MAX || !isPlain(key))) {
            throw invalid("Idempotency-Key", "must have 1 to 100 printable characters");
        }
    }

    private static boolean isPlain(String key) {
        return key.chars().allMatch(c -> c >= ' ' && c < 127);
    }

    private static ProblemException invalid(String field, String message) {
        return Problem.of(PlatformProblems.INVALID, "Correct the values and send them again.")
                .with(List.of(new FieldProblem(field, message)))
                .exception();
    }
}
