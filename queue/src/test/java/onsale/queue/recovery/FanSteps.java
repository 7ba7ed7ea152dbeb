package onsale.queue.recovery;

import static onsale.queue.recovery.ProtocolState.CALLED;
import static onsale.queue.recovery.ProtocolState.ENDED;
import static onsale.queue.recovery.ProtocolState.INSIDE;
import static onsale.queue.recovery.ProtocolState.NODES;
import static onsale.queue.recovery.ProtocolState.NOWHERE;
import static onsale.queue.recovery.ProtocolState.OPEN;
import static onsale.queue.recovery.ProtocolState.TAKING;
import static onsale.queue.recovery.ProtocolState.VALID;
import static onsale.queue.recovery.ProtocolState.WAITING;

import org.jspecify.annotations.Nullable;

/** The steps of fans, and of the line that calls them. */
final class FanSteps {

    private final ProtocolRules rules;

    FanSteps(ProtocolRules rules) {
        this.rules = rules;
    }

    @Nullable String step(ProtocolState s, int f, int what, boolean helpful) {
        return switch (what) {
            case 0 -> enter(s, f);
            case 1 -> putBack(s, f);
            case 2 -> take(s, f, helpful);
            case 3 -> release(s, f);
            case 4 -> helpful ? null : leave(s, f);
            case 5 -> mend(s, f);
            case 6 -> helpful ? null : back(s, f);
            default -> giveBack(s, f);
        };
    }

    private @Nullable String enter(ProtocolState s, int f) {
        boolean isNext = f == 0 || s.receipt[f - 1] > 0; // fans are alike
        if (s.receipt[f] > 0 || !isNext || s.key != OPEN) {
            return null;
        }
        s.counter++;
        int place = s.lineEpoch * 4 + s.counter;
        for (int other = 0; other < rules.fans; other++) {
            if (s.receipt[other] >= place) {
                rules.wrong = "a place is not behind all others";
            }
        }
        s.receipt[f] = place;
        s.at[f] = WAITING;
        return "enter";
    }

    /** Any fan with a receipt may ask to be put back. */
    private @Nullable String putBack(ProtocolState s, int f) {
        if (s.receipt[f] == 0 || s.key != OPEN || s.at[f] != NOWHERE) {
            return null;
        }
        if (s.gone[f] || s.receipt[f] / 4 >= s.lineEpoch) {
            if (s.isAlive(f)) {
                rules.wrong = "a fan who waits is told that it is over";
                return "status";
            }
            return null;
        }
        if (s.left[f] && rules.has(ProtocolGuard.JOURNAL)) {
            s.gone[f] = true;
            return "putBack, but they have left";
        }
        s.at[f] = WAITING;
        if (!s.isAlive(f)) {
            rules.wrong = "a fan who left or had their turn is back in line";
        }
        return "putBack";
    }

    private @Nullable String take(ProtocolState s, int f, boolean helpful) {
        if (s.key != OPEN || (s.at[f] != CALLED && (helpful || s.at[f] != TAKING))) {
            return null;
        }
        for (int n = 0; n < NODES; n++) {
            if (s.taking[n] == 0) {
                s.at[f] = TAKING;
                s.taking[n] = f + 1;
                s.takingEpoch[n] = s.lineEpoch;
                return "take";
            }
        }
        return null;
    }

    /** Paid, left or expired: the row ends first. */
    private @Nullable String release(ProtocolState s, int f) {
        if (s.turn[f] != VALID || s.isBeingTaken(f)) {
            return null;
        }
        s.turn[f] = ENDED;
        return "release";
    }

    private @Nullable String leave(ProtocolState s, int f) {
        if (!s.isAlive(f)) {
            return null;
        }
        s.left[f] = true;
        if (s.key == OPEN && s.at[f] != TAKING) {
            s.at[f] = NOWHERE;
            s.gone[f] |= rules.has(ProtocolGuard.MARK_GONE);
        }
        return "leave";
    }

    /** Makes Redis count those as inside who have a row, and nobody else. */
    private @Nullable String mend(ProtocolState s, int f) {
        if (s.key != OPEN || !rules.has(ProtocolGuard.TURN_ROWS)) {
            return null;
        }
        if (s.at[f] == INSIDE && s.turn[f] != VALID) {
            rules.drop(s, f);
            return "mend: release";
        }
        if (s.turn[f] == VALID && s.at[f] != INSIDE && !s.isBeingTaken(f)) {
            s.at[f] = INSIDE;
            return "mend: confirm";
        }
        return null;
    }

    /** The fan did not take the call up. */
    private static @Nullable String back(ProtocolState s, int f) {
        if (s.key != OPEN || s.at[f] != CALLED) {
            return null;
        }
        s.at[f] = WAITING;
        return "call goes back";
    }

    private @Nullable String giveBack(ProtocolState s, int f) {
        if (s.key != OPEN || s.at[f] != TAKING || s.isBeingTaken(f) || s.turn[f] == VALID) {
            return null;
        }
        if (s.left[f] || s.row[f]) {
            rules.drop(s, f);
        } else {
            s.at[f] = WAITING;
        }
        return "giveBack";
    }

    // ---- the line

    @Nullable String admit(ProtocolState s) {
        if (s.key != OPEN
                || s.window
                || (rules.has(ProtocolGuard.LIMIT) && s.active() >= ProtocolRules.LIMIT)) {
            return null;
        }
        int next = -1;
        for (int f = 0; f < rules.fans; f++) {
            if (s.at[f] == WAITING && (next < 0 || s.receipt[f] < s.receipt[next])) {
                next = f;
            }
        }
        if (next < 0) {
            return null;
        }
        for (int f = 0; f < rules.fans; f++) {
            if (f != next && s.isAlive(f) && s.at[f] < CALLED && s.receipt[f] < s.receipt[next]) {
                rules.wrong = "overtaken";
            }
        }
        s.at[next] = CALLED;
        return "admit";
    }

    /** The window lasts until everybody who is alive has asked. */
    @Nullable String windowEnds(ProtocolState s) {
        if (s.key != OPEN || !s.window) {
            return null;
        }
        for (int f = 0; f < rules.fans; f++) {
            if (s.isAlive(f) && s.at[f] == NOWHERE) {
                return null;
            }
        }
        s.window = false;
        return "the window ends";
    }
}
