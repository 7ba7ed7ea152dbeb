package onsale.queue.recovery;

import static onsale.queue.recovery.ProtocolState.LOST;
import static onsale.queue.recovery.ProtocolState.NODES;
import static onsale.queue.recovery.ProtocolState.OPEN;

import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiting room and its recovery as a state machine, small enough to look at every state that it
 * can reach. Steps have the names of the methods and scripts they stand for; each is what one
 * script or one statement does at once.
 *
 * <p>The model leaves out: fans have one place in their life; there are no other lines, persons,
 * silence or rates; a window lasts until everybody who is alive has asked; a turn that can get no
 * row any more is known as such, where the code counts seconds.
 *
 * <p>The model takes together what nobody can see apart: all that a recovery reads and writes from
 * refillFirst to refillGone, while the guard lets only this recovery in (rows that end and fans who
 * leave in between might as well do so before or after); the end of a recovery that is void, once
 * it can change nothing any more; and the content of a line that is restoring, which refillFirst
 * deletes.
 */
final class ProtocolModel {

    private static final int NODE_STEPS = 3;
    private static final int FAN_STEPS = 8;

    private final ProtocolRules rules;
    private final NodeSteps nodes;
    private final FanSteps fans;

    ProtocolModel(int fans, int lossesMax, Set<ProtocolGuard> without) {
        this.rules = new ProtocolRules(fans, lossesMax, without);
        this.nodes = new NodeSteps(rules);
        this.fans = new FanSteps(rules);
    }

    ProtocolState first() {
        ProtocolState state = new ProtocolState(rules.fans);
        state.epoch = 1;
        state.openedEpoch = 1;
        state.lineEpoch = 1;
        state.key = OPEN;
        return state;
    }

    /** What is wrong in the step that was just made, or null. */
    @Nullable String wrong() {
        return rules.wrong;
    }

    /**
     * Makes every step that can be made from this state and hands each result over; the state in
     * which it is handed over is used again.
     *
     * @param helpful only steps that bring fans nearer to their turn, without faults
     */
    void each(ProtocolState s, boolean helpful, BiConsumer<String, ProtocolState> next) {
        long low = s.low();
        long high = s.high();
        for (int n = 0; n < NODES; n++) {
            for (int what = 0; what < NODE_STEPS; what++) {
                hand(s, nodes.step(s, n, what, helpful), low, high, next);
            }
        }
        for (int f = 0; f < rules.fans; f++) {
            for (int what = 0; what < FAN_STEPS; what++) {
                hand(s, fans.step(s, f, what, helpful), low, high, next);
            }
        }
        hand(s, fans.admit(s), low, high, next);
        hand(s, fans.windowEnds(s), low, high, next);
        if (!helpful) {
            hand(s, save(s), low, high, next);
            hand(s, flush(s), low, high, next);
            hand(s, restartFromOlderFiles(s), low, high, next);
        }
    }

    private void hand(
            ProtocolState s,
            @Nullable String name,
            long low,
            long high,
            BiConsumer<String, ProtocolState> next) {
        if (name != null) {
            s.normalise(rules.has(ProtocolGuard.NONCE));
            next.accept(name, s);
        }
        rules.wrong = null;
        s.set(low, high);
    }

    // ---- losses

    private @Nullable String save(ProtocolState s) {
        if (s.saved || s.key != OPEN || rules.has(ProtocolGuard.INCARNATION)) {
            return null;
        }
        s.saved = true;
        s.savedEpoch = s.lineEpoch;
        s.savedCounter = s.counter;
        s.savedWindow = s.window;
        System.arraycopy(s.at, 0, s.savedAt, 0, s.at.length);
        System.arraycopy(s.gone, 0, s.savedGone, 0, s.gone.length);
        return "files are written";
    }

    private @Nullable String flush(ProtocolState s) {
        if (s.losses == rules.lossesMax) {
            return null;
        }
        s.losses++;
        s.key = LOST;
        s.empty();
        return "Redis is flushed";
    }

    private @Nullable String restartFromOlderFiles(ProtocolState s) {
        if (rules.has(ProtocolGuard.INCARNATION)) {
            return null; // restoring, whatever is in it: as if it was flushed
        }
        if (s.losses == rules.lossesMax || !s.saved) {
            return null;
        }
        s.losses++;
        s.key = OPEN;
        s.lineEpoch = s.savedEpoch;
        s.counter = s.savedCounter;
        s.window = s.savedWindow;
        System.arraycopy(s.savedAt, 0, s.at, 0, s.at.length);
        System.arraycopy(s.savedGone, 0, s.gone, 0, s.gone.length);
        return "Redis restarts from older files";
    }
}
