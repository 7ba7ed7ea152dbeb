package onsale.queue.admission;

import java.time.Instant;
import onsale.contracts.EntryPass;
import onsale.platform.Redacted;
import onsale.platform.pass.Passes;

/** The entry token {@code qr_…}, the signed proof of a turn. */
public record EntryToken(String token, Instant expiresAt, int extensionsLeft) {

    static EntryToken of(Turn turn, Passes passes) {
        String token =
                new EntryPass(turn.scheduleId(), turn.userId(), turn.person(), turn.id())
                        .issue(passes, turn.expiresAt());
        return new EntryToken(token, turn.expiresAt(), turn.extensionsLeft());
    }

    @Override
    public String toString() {
        return Redacted.text(this, "token");
    }
}
