package onsale.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.EntryPass;
import onsale.platform.pass.Passes;
import onsale.platform.redis.LuaException;
import onsale.queue.ClaimStore.Claim;
import onsale.queue.ClaimStore.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fan's turn, from the call to the end. It is taken up in three steps: Redis keeps the call from
 * going back, PostgreSQL commits the row, Redis counts the fan as inside. The row is the truth:
 * only after it there is a token, and only after its end the place is free.
 */
final class Turns {

    /**
     * A row comes within this time after Redis was asked, or not at all: half of what the mend
     * waits before it takes a claim without a row for dead, see {@link Admission}.
     */
    static final Duration CLAIM_FOR = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

    private final Line line;
    private final People people;
    private final ClaimStore claims;
    private final Journal journal;
    private final Passes passes;
    private final Supplier<UUID> ids;
    private final Duration tokenFor;

    Turns(
            Line line,
            People people,
            ClaimStore claims,
            Journal journal,
            Passes passes,
            Supplier<UUID> ids,
            Duration tokenFor) {
        this.line = line;
        this.people = people;
        this.claims = claims;
        this.journal = journal;
        this.passes = passes;
        this.ids = ids;
        this.tokenFor = tokenFor;
    }

    /** Where a fan with a receipt stands, as Redis and the rows say. */
    sealed interface Turn {

        record Admitted(String token, Instant expiresAt, int extensionsLeft) implements Turn {}

        record Waiting(long position) implements Turn {}

        /** The turn is over, or the number was given up. */
        record Over() implements Turn {}

        record Restoring() implements Turn {}
    }

    /** Repeated, it gives the same admission. */
    Turn take(Receipt receipt) {
        Fan fan = receipt.fan();
        return switch (line.claim(receipt.scheduleId(), fan, receipt.place())) {
            case Line.Claim.Waiting waiting -> new Turn.Waiting(waiting.position());
            case Line.Claim.Claimed _ -> admission(receipt);
            case Line.Claim.Closed _ -> whileRestoring(receipt);
            case Line.Claim.Gone _ -> new Turn.Over();
            // With the next look this node's snapshot knows it, and the next poll puts it back.
            case Line.Claim.Lost _ -> new Turn.Restoring();
            case Line.Claim.Claiming claiming -> {
                claims.insert(
                        ids.get(),
                        receipt.scheduleId(),
                        fan,
                        receipt.place(),
                        claiming.epoch(),
                        claiming.at().plus(CLAIM_FOR),
                        tokenFor);
                // Who leaves writes that down and then looks for this row: one of us sees the
                // other.
                if (claims.hasLeft(receipt.scheduleId(), receipt.place())) {
                    release(receipt.scheduleId(), fan.userId(), Reason.LEFT);
                    drop(receipt.scheduleId(), fan, receipt.place());
                    yield new Turn.Over();
                }
                Turn turn = admission(receipt);
                if (turn instanceof Turn.Admitted) {
                    tellLine(() -> line.confirm(receipt.scheduleId(), fan, receipt.place()));
                }
                yield turn;
            }
        };
    }

    /** Who is inside stays inside, whatever Redis has lost. */
    private Turn whileRestoring(Receipt receipt) {
        return claims.find(receipt.scheduleId(), receipt.place())
                .map(this::turn)
                .orElseGet(Turn.Restoring::new);
    }

    private Turn admission(Receipt receipt) {
        return claims.find(receipt.scheduleId(), receipt.place())
                .map(this::turn)
                .orElseGet(Turn.Restoring::new); // the epoch ended, or it took too long
    }

    private Turn turn(Claim claim) {
        return claim.over() ? new Turn.Over() : admitted(claim);
    }

    private Turn.Admitted admitted(Claim claim) {
        String token =
                new EntryPass(claim.scheduleId(), claim.userId(), claim.person(), claim.id())
                        .issue(passes, claim.expiresAt());
        return new Turn.Admitted(
                token, claim.expiresAt(), ClaimStore.EXTENSIONS_MAX - claim.extensions());
    }

    /** What became of an extension. */
    sealed interface Extension {

        record Extended(Turn.Admitted turn) implements Extension {}

        record NoMore() implements Extension {}

        record Over() implements Extension {}
    }

    /** With a token that was extended before it gives what it gave then. */
    Extension extend(EntryPass pass, Instant tokenExpiry) {
        boolean extended = claims.extend(pass.admissionId(), tokenExpiry, tokenFor);
        Optional<Claim> claim = claims.find(pass.admissionId()).filter(c -> !c.over());
        if (claim.isEmpty()) {
            return new Extension.Over();
        }
        boolean newer = claim.get().expiresAt().getEpochSecond() > tokenExpiry.getEpochSecond();
        return extended || newer
                ? new Extension.Extended(admitted(claim.get()))
                : new Extension.NoMore();
    }

    /** Gives the number or the turn up; repeated, nothing more happens. */
    void leave(Receipt receipt) {
        UUID scheduleId = receipt.scheduleId();
        journal.write(new ClaimStore.Left(scheduleId, receipt.place(), receipt.userId()));
        Optional<Claim> claim =
                claims.find(scheduleId, receipt.place()).filter(found -> !found.over());
        if (claim.isPresent()) {
            release(scheduleId, receipt.userId(), Reason.LEFT).ifPresent(this::free);
            return;
        }
        switch (line.leave(scheduleId, receipt.fan(), receipt.place())) {
            case Line.Leave.Left left -> {
                people.unbind(scheduleId, receipt.fan(), left.atMillis());
                line.admit(scheduleId); // it may have been a call
            }
            // Taken up in this moment by another request, whose row we see, or which sees ours.
            case Line.Leave.Claimed _ ->
                    release(scheduleId, receipt.userId(), Reason.LEFT).ifPresent(this::free);
            case Line.Leave.Closed _ -> {} // the journal keeps it from coming back
        }
    }

    /** Ends the row; the place is to be freed once that is committed. */
    Optional<Claim> release(UUID scheduleId, UUID userId, Reason reason) {
        return claims.release(scheduleId, userId, reason);
    }

    /** The row has ended: the next fan is called at once. */
    void free(Claim claim) {
        drop(claim.scheduleId(), claim.fan(), claim.place());
    }

    /** Called, claiming or inside, and not any more. */
    void drop(UUID scheduleId, Fan fan, long place) {
        tellLine(() ->
                line.release(scheduleId, fan, place)
                        .ifPresent(at -> {
                            people.unbind(scheduleId, fan, at);
                            line.admit(scheduleId);
                        }));
    }

    /** What the line does not hear now, the mend tells it later. */
    private static void tellLine(Runnable what) {
        try {
            what.run();
        } catch (LuaException.NotExecuted | LuaException.Unknown e) {
            LOG.debug("The line was not told: {}", e.toString());
        }
    }
}
