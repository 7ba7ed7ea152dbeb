package onsale.queue.recovery;

import static onsale.queue.recovery.ProtocolState.NOWHERE;
import static onsale.queue.recovery.ProtocolState.OPEN;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the steps of the protocol's model share: its size, its guards, and what went wrong. */
final class ProtocolRules {

    static final int LIMIT = 1;

    final int fans;
    final int lossesMax;
    private final Set<ProtocolGuard> guards;

    /** What is wrong in the step that was just made, or null. */
    @Nullable String wrong;

    ProtocolRules(int fans, int lossesMax, Set<ProtocolGuard> without) {
        this.fans = fans;
        this.lossesMax = lossesMax;
        this.guards = EnumSet.allOf(ProtocolGuard.class);
        guards.removeAll(without);
    }

    boolean has(ProtocolGuard guard) {
        return guards.contains(guard);
    }

    /** Removes a fan from the line and marks the place as used. */
    void drop(ProtocolState s, int f) {
        if (s.key == OPEN && s.at[f] != NOWHERE) {
            s.at[f] = NOWHERE;
            s.gone[f] |= has(ProtocolGuard.MARK_GONE);
        }
    }
}
