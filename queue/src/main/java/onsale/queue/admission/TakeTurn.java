package onsale.queue.admission;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.platform.pass.Passes;
import onsale.platform.redis.LuaException;
import onsale.queue.line.Fan;
import onsale.queue.line.LineTurns;
import onsale.queue.line.LineTurns.TakeUp;
import onsale.queue.line.Receipt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A called fan takes the turn up, in three steps: Redis keeps the call from going back, PostgreSQL
 * commits the row of the turn, Redis counts the fan as inside. The row decides: there is no token
 * before it is committed.
 */
public final class TakeTurn {

    /**
     * A row is committed within this time after Redis was asked, or not at all. The job that
     * compares Redis with the turns waits twice as long before it gives the call back.
     */
    public static final Duration COMMIT_WITHIN = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(TakeTurn.class);

    private final LineTurns line;
    private final TurnStore turns;
    private final LeaveStore leaves;
    private final EndTurn endTurn;
    private final Passes passes;
    private final Supplier<UUID> ids;
    private final Duration tokenFor;

    public TakeTurn(
            LineTurns line,
            TurnStore turns,
            LeaveStore leaves,
            EndTurn endTurn,
            Passes passes,
            Supplier<UUID> ids,
            Duration tokenFor) {
        this.line = line;
        this.turns = turns;
        this.leaves = leaves;
        this.endTurn = endTurn;
        this.passes = passes;
        this.ids = ids;
        this.tokenFor = tokenFor;
    }

    /** Where the fan stands, as Redis and the rows say. */
    public sealed interface Outcome {

        record Admitted(EntryToken token) implements Outcome {}

        record Waiting(long position) implements Outcome {}

        /** The turn is over, or the place was given up. */
        record Over() implements Outcome {}

        record Restoring() implements Outcome {}
    }

    /** Takes the turn up if the fan is called. Repeated, it gives the same turn. */
    public Outcome run(Receipt receipt) {
        return switch (line.takeUp(receipt.scheduleId(), receipt.fan(), receipt.place())) {
            case TakeUp.Taking taking -> commit(receipt, taking);
            // A fan who is inside stays inside, whatever Redis has lost.
            case TakeUp.Inside _, TakeUp.LineRestoring _ -> committed(receipt);
            case TakeUp.Waiting waiting -> new Outcome.Waiting(waiting.position());
            case TakeUp.Gone _ -> new Outcome.Over();
            // This node learns of the new epoch with its next look; then a poll puts the fan back.
            case TakeUp.Lost _ -> new Outcome.Restoring();
        };
    }

    private Outcome commit(Receipt receipt, TakeUp.Taking taking) {
        UUID scheduleId = receipt.scheduleId();
        Fan fan = receipt.fan();
        turns.insert(
                ids.get(),
                scheduleId,
                fan,
                receipt.place(),
                taking.epoch(),
                taking.at().plus(COMMIT_WITHIN),
                tokenFor);
        // A fan who leaves writes that down and then looks for this row, so one request sees the
        // other.
        if (leaves.hasLeft(scheduleId, receipt.place())) {
            endTurn.left(scheduleId, fan.userId());
            endTurn.release(scheduleId, fan, receipt.place());
            return new Outcome.Over();
        }
        Outcome outcome = committed(receipt);
        if (outcome instanceof Outcome.Admitted) {
            confirm(receipt);
        }
        return outcome;
    }

    /** If Redis does not answer, the job that compares it with the turns confirms it later. */
    private void confirm(Receipt receipt) {
        try {
            line.confirm(receipt.scheduleId(), receipt.fan(), receipt.place());
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            LOG.debug("Could not confirm a turn in Redis: {}", e.toString());
        }
    }

    /** Without a row the epoch has ended meanwhile, or the commit came too late. */
    private Outcome committed(Receipt receipt) {
        return turns.find(receipt.scheduleId(), receipt.place())
                .<Outcome>map(turn ->
                        turn.over()
                                ? new Outcome.Over()
                                : new Outcome.Admitted(EntryToken.of(turn, passes)))
                .orElseGet(Outcome.Restoring::new);
    }
}
