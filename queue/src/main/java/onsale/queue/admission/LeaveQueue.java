package onsale.queue.admission;

import java.util.Optional;
import java.util.UUID;
import onsale.queue.line.Line;
import onsale.queue.line.Line.Leaving;
import onsale.queue.line.PersonBindings;
import onsale.queue.line.Receipt;

/** A fan gives up the place in line, or the turn. Repeated, nothing more happens. */
public final class LeaveQueue {

    private final Line line;
    private final PersonBindings persons;
    private final TurnStore turns;
    private final LeaveJournal journal;
    private final EndTurn endTurn;

    public LeaveQueue(
            Line line,
            PersonBindings persons,
            TurnStore turns,
            LeaveJournal journal,
            EndTurn endTurn) {
        this.line = line;
        this.persons = persons;
        this.turns = turns;
        this.journal = journal;
        this.endTurn = endTurn;
    }

    public void run(Receipt receipt) {
        UUID scheduleId = receipt.scheduleId();
        journal.write(new Leave(scheduleId, receipt.place(), receipt.userId()));
        Optional<Turn> turn =
                turns.find(scheduleId, receipt.place()).filter(found -> !found.over());
        if (turn.isPresent()) {
            endTurn.left(scheduleId, receipt.userId()).ifPresent(endTurn::release);
            return;
        }
        switch (line.leave(scheduleId, receipt.fan(), receipt.place())) {
            case Leaving.Left left -> {
                persons.unbind(scheduleId, receipt.fan(), left.atMillis());
                line.callNext(scheduleId); // the fan may have been called
            }
            // Another request takes the turn up in this moment: it sees the journal, or we see its
            // row.
            case Leaving.HasTurn _ ->
                    endTurn.left(scheduleId, receipt.userId()).ifPresent(endTurn::release);
            case Leaving.LineRestoring _ -> {} // the journal keeps the fan from being put back
        }
    }
}
