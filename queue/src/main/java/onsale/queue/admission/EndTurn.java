package onsale.queue.admission;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.EntryEnded;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.job.Lease;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.redis.LuaException;
import onsale.queue.line.Fan;
import onsale.queue.line.Line;
import onsale.queue.line.LineTurns;
import onsale.queue.line.PersonBindings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends turns, in the row first: only then Redis calls the next fan.
 *
 * <p>With its end a turn loses its entry tokens. Reservation sees by itself that a turn is out of
 * time or was bought with; of every other end it is told in the transaction of the row ({@link
 * EntryEnded}).
 */
public final class EndTurn {

    private static final int AT_ONCE = 500;
    private static final Logger LOG = LoggerFactory.getLogger(EndTurn.class);

    private final Database database;
    private final Outbox outbox;
    private final Line line;
    private final LineTurns lineTurns;
    private final PersonBindings persons;
    private final TurnStore turns;

    public EndTurn(
            Database database,
            Outbox outbox,
            Line line,
            LineTurns lineTurns,
            PersonBindings persons,
            TurnStore turns) {
        this.database = database;
        this.outbox = outbox;
        this.line = line;
        this.lineTurns = lineTurns;
        this.persons = persons;
        this.turns = turns;
    }

    /** Ends the turn of a fan who leaves; {@link #release} is still to be called. */
    Optional<Turn> left(UUID scheduleId, UUID userId) {
        return database.inTransaction(() -> {
            Optional<Turn> ended = turns.end(scheduleId, userId, Turn.End.LEFT);
            ended.ifPresent(turn -> tellReservation(turn, Turn.End.LEFT));
            return ended;
        });
    }

    /**
     * Ends the turn with which a purchase was made, in the caller's transaction; {@link #release}
     * is to be called once that is committed. Another turn goes on: the fan may have waited for it
     * since. A purchase that names no turn ends the one that the fan has, of which reservation does
     * not know.
     */
    public Optional<Turn> paid(ReservationConfirmed confirmed) {
        UUID scheduleId = confirmed.eventScheduleId();
        UUID userId = confirmed.userId();
        if (confirmed.turnId() != null) {
            return turns.end(confirmed.turnId(), scheduleId, userId, Turn.End.PAID);
        }
        Optional<Turn> ended = turns.end(scheduleId, userId, Turn.End.PAID);
        ended.ifPresent(turn -> tellReservation(turn, Turn.End.PAID));
        return ended;
    }

    private void tellReservation(Turn turn, Turn.End end) {
        outbox.record(
                new Outgoing(
                        Topic.QUEUE_EVENTS,
                        turn.id().toString(),
                        new EntryEnded(
                                turn.id(),
                                turn.scheduleId(),
                                turn.userId(),
                                end.name(),
                                turn.expiresAt())));
    }

    /** Ends all turns whose time is over. */
    public void expire(Lease lease) {
        List<Turn> over;
        do {
            over = turns.expire(AT_ONCE);
            over.forEach(this::release);
        } while (over.size() == AT_ONCE && lease.stillMine());
    }

    /** Removes the fan of a turn that has ended from the line, and calls the next one. */
    public void release(Turn turn) {
        release(turn.scheduleId(), turn.fan(), turn.place());
    }

    /**
     * Removes a fan from the line who is called or inside, and calls the next one. If Redis does
     * not answer, the job that compares it with the turns does it later.
     */
    public void release(UUID scheduleId, Fan fan, long place) {
        try {
            lineTurns
                    .release(scheduleId, fan, place)
                    .ifPresent(at -> {
                        persons.unbind(scheduleId, fan, at);
                        line.callNext(scheduleId);
                    });
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            LOG.debug("Could not release a turn in Redis: {}", e.toString());
        }
    }
}
