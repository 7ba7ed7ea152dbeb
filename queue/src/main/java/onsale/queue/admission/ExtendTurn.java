package onsale.queue.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import onsale.contracts.EntryPass;
import onsale.platform.pass.Passes;

/** Extends a turn once more by the full time of an entry token, a bounded number of times. */
public final class ExtendTurn {

    private final TurnStore turns;
    private final Passes passes;
    private final Duration tokenFor;

    public ExtendTurn(TurnStore turns, Passes passes, Duration tokenFor) {
        this.turns = turns;
        this.passes = passes;
        this.tokenFor = tokenFor;
    }

    /** The outcome of extending a turn. */
    public sealed interface Outcome {

        record Extended(EntryToken token) implements Outcome {}

        record NoMore() implements Outcome {}

        record Over() implements Outcome {}
    }

    /** Repeated with a token that was extended before, it gives the same extension. */
    public Outcome run(EntryPass pass, Instant tokenExpiry) {
        boolean extended = turns.extend(pass.turnId(), tokenExpiry, tokenFor);
        Optional<Turn> turn = turns.find(pass.turnId()).filter(found -> !found.over());
        if (turn.isEmpty()) {
            return new Outcome.Over();
        }
        boolean newer = turn.get().expiresAt().getEpochSecond() > tokenExpiry.getEpochSecond();
        return extended || newer
                ? new Outcome.Extended(EntryToken.of(turn.get(), passes))
                : new Outcome.NoMore();
    }
}
