package onsale.queue.recovery;

import static onsale.queue.recovery.ProtocolState.BEGUN;
import static onsale.queue.recovery.ProtocolState.EPOCH;
import static onsale.queue.recovery.ProtocolState.FILLED;
import static onsale.queue.recovery.ProtocolState.IDLE;
import static onsale.queue.recovery.ProtocolState.INSIDE;
import static onsale.queue.recovery.ProtocolState.NOTICED;
import static onsale.queue.recovery.ProtocolState.NOWHERE;
import static onsale.queue.recovery.ProtocolState.OPEN;
import static onsale.queue.recovery.ProtocolState.OPENING;
import static onsale.queue.recovery.ProtocolState.RESTORING;
import static onsale.queue.recovery.ProtocolState.VALID;

import org.jspecify.annotations.Nullable;

/** The steps of a node: of a recovery, and of taking a turn up. */
final class NodeSteps {

    private final ProtocolRules rules;

    NodeSteps(ProtocolRules rules) {
        this.rules = rules;
    }

    @Nullable String step(ProtocolState s, int n, int what, boolean helpful) {
        if (what == 0) {
            return recoveryStep(s, n, helpful);
        } else if (what == 1) {
            return takeStep(s, n);
        } else if (!helpful && (s.step[n] != IDLE || s.taking[n] != 0)) {
            isVoid(s, n);
            s.endTaking(n);
            return "the node dies";
        }
        return null;
    }

    private @Nullable String recoveryStep(ProtocolState s, int n, boolean helpful) {
        boolean mine =
                s.key == RESTORING + n || (!rules.has(ProtocolGuard.NONCE) && s.key >= RESTORING);
        return switch (s.step[n]) {
            case IDLE -> {
                if (s.key == OPEN) {
                    yield null;
                }
                s.stepEpoch[n] = s.epoch;
                s.knownOpened[n] = s.openedEpoch;
                s.step[n] = NOTICED;
                yield "state";
            }
            case NOTICED -> {
                s.key = RESTORING + n;
                s.empty();
                s.step[n] = BEGUN;
                if (!rules.has(ProtocolGuard.EPOCH_BEFORE_ROWS)) {
                    s.read[n] = active(s);
                }
                yield "begin";
            }
            case BEGUN -> beginEpoch(s, n, helpful);
            case EPOCH -> mine ? refill(s, n) : isVoid(s, n);
            case FILLED -> {
                if (rules.has(ProtocolGuard.OPENING)) {
                    s.openedEpoch = Math.max(s.openedEpoch, s.stepEpoch[n]);
                }
                s.step[n] = OPENING;
                yield "opening";
            }
            default -> {
                if (mine) {
                    s.key = OPEN;
                }
                isVoid(s, n);
                yield "complete";
            }
        };
    }

    private @Nullable String beginEpoch(ProtocolState s, int n, boolean helpful) {
        boolean asKnown = s.epoch == s.stepEpoch[n] && s.openedEpoch == s.knownOpened[n];
        if (!asKnown && rules.has(ProtocolGuard.KNOWN_EPOCH)) {
            return isVoid(s, n); // another node recovers this line
        }
        int next =
                rules.has(ProtocolGuard.NEW_EPOCH) ? Math.max(s.epoch, s.openedEpoch + 1) : s.epoch;
        if (next > (helpful ? 7 : rules.lossesMax + 2)) {
            // Two nodes could begin after each other for ever; leases keep them from it.
            return null;
        }
        s.epoch = next;
        s.stepEpoch[n] = s.epoch;
        s.knownOpened[n] = 0;
        s.step[n] = EPOCH;
        return "beginEpoch";
    }

    private String refill(ProtocolState s, int n) {
        s.lineEpoch = s.stepEpoch[n];
        s.counter = 0;
        s.window = rules.has(ProtocolGuard.WINDOW);
        int inside = rules.has(ProtocolGuard.EPOCH_BEFORE_ROWS) ? active(s) : s.read[n];
        for (int f = 0; f < rules.fans; f++) {
            boolean used = (s.row[f] && rules.has(ProtocolGuard.TURN_ROWS)) || s.left[f];
            s.at[f] = (inside >> f & 1) == 1 ? INSIDE : NOWHERE;
            s.gone[f] = used && rules.has(ProtocolGuard.REFILL_GONE);
        }
        s.read[n] = 0;
        s.step[n] = FILLED;
        return "refillFirst, refillInside, refillGone";
    }

    private static String isVoid(ProtocolState s, int n) {
        s.endRecovery(n);
        return "void";
    }

    private int active(ProtocolState s) {
        int mask = 0;
        for (int f = 0; f < rules.fans; f++) {
            mask |=
                    rules.has(ProtocolGuard.TURN_ROWS) && s.row[f] && s.turn[f] == VALID
                            ? 1 << f
                            : 0;
        }
        return mask;
    }

    /** From the answer of take.lua to the row, then to confirm.lua. */
    private @Nullable String takeStep(ProtocolState s, int n) {
        if (s.taking[n] == 0) {
            return null;
        }
        int f = s.taking[n] - 1;
        if (!s.committed[n]) {
            boolean inTime = s.takingEpoch[n] == s.epoch || !rules.has(ProtocolGuard.EPOCH_OF_TURN);
            if (s.left[f]) {
                rules.drop(s, f);
                s.endTaking(n);
                return "insert, but they have left";
            }
            if (s.row[f] || !inTime) {
                s.endTaking(n);
                return "insert, in vain";
            }
            s.row[f] = true;
            s.turn[f] = VALID;
            s.committed[n] = true;
            int valid = 0;
            for (int turn : s.turn) {
                valid += turn == VALID ? 1 : 0;
            }
            if (valid > ProtocolRules.LIMIT) {
                rules.wrong = "more inside than may be";
            }
            return "insert";
        }
        if (s.key == OPEN) {
            s.at[f] = INSIDE;
        }
        s.endTaking(n);
        return "confirm";
    }
}
