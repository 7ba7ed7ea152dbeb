package onsale.reservation.turn;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.EntryPass;
import onsale.platform.access.CurrentUser;
import onsale.platform.pass.Passes;
import org.jspecify.annotations.Nullable;

/** Reads the entry tokens of the waiting room, which fans send in a header. */
public final class EntryTokens {

    public static final String HEADER = "X-Queue-Token";

    private final Passes passes;

    public EntryTokens(Passes passes) {
        this.passes = passes;
    }

    /** The fan's turn; null for anything but a good token of this fan for this schedule. */
    public @Nullable Turn turn(CurrentUser user, UUID scheduleId, @Nullable String token) {
        return of(scheduleId, token)
                .filter(entry ->
                        entry.pass.userId().equals(user.userId())
                                && entry.pass.person().equals(EntryPass.person(user.personId())))
                .map(entry -> new Turn(entry.pass.turnId(), entry.until))
                .orElse(null);
    }

    /** A good token and when it ends. */
    public record Entry(EntryPass pass, Instant until) {}

    /** The entry by a token, whoever sends it; empty unless it is good and for this schedule. */
    public Optional<Entry> of(UUID scheduleId, @Nullable String token) {
        return token == null
                ? Optional.empty()
                : read(scheduleId, token)
                        .flatMap(pass ->
                                EntryPass.expiry(passes, token)
                                        .map(until -> new Entry(pass, until)));
    }

    /** Whether a token is good and for this schedule, whoever sends it. */
    public boolean isFor(UUID scheduleId, @Nullable String token) {
        return token != null && read(scheduleId, token).isPresent();
    }

    private Optional<EntryPass> read(UUID scheduleId, String token) {
        return EntryPass.read(passes, token).filter(pass -> pass.scheduleId().equals(scheduleId));
    }
}
