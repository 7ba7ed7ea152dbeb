package onsale.queue.line;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.pass.ClaimsReader;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.Passes;
import org.jspecify.annotations.Nullable;

/** The receipt {@code qc_…}, the proof that a fan has a place in the line of a schedule. */
public record Receipt(UUID scheduleId, UUID userId, UUID person, long place) {

    private static final PassKind KIND = PassKind.of(PassPurpose.RECEIPT, "queue", 56);

    public static Receipt of(UUID scheduleId, Fan fan, long place) {
        return new Receipt(scheduleId, fan.userId(), fan.person(), place);
    }

    public String issue(Passes passes, Instant expiresAt) {
        return passes.issue(
                KIND,
                expiresAt,
                claims -> claims.uuid(scheduleId).uuid(userId).uuid(person).int64(place));
    }

    /** Null for anything but a genuine receipt that has not expired. */
    public static @Nullable Receipt read(Passes passes, @Nullable String text) {
        if (text == null || !(passes.verify(KIND, text) instanceof PassCheck.Valid valid)) {
            return null;
        }
        ClaimsReader claims = valid.claims();
        return new Receipt(claims.uuid(), claims.uuid(), claims.uuid(), claims.int64());
    }

    public Fan fan() {
        return new Fan(userId, person);
    }
}
