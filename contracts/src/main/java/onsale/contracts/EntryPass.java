package onsale.contracts;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Sha256;
import onsale.platform.pass.ClaimsReader;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.Passes;

/**
 * The entry token {@code qr_…}: the waiting room has let this fan in to this schedule.
 *
 * @param person see {@link #person}
 * @param turnId the same for all tokens of one turn, however often it is extended
 */
public record EntryPass(UUID scheduleId, UUID userId, UUID person, UUID turnId) {

    private static final PassKind KIND = PassKind.of(PassPurpose.ENTRY, "reservation/2", 64);

    public String issue(Passes passes, Instant expiresAt) {
        return passes.issue(
                KIND,
                expiresAt,
                claims -> claims.uuid(scheduleId).uuid(userId).uuid(person).uuid(turnId));
    }

    /** Empty for anything but a genuine token that has not expired. */
    public static Optional<EntryPass> read(Passes passes, String text) {
        return passes.verify(KIND, text) instanceof PassCheck.Valid valid
                ? Optional.of(of(valid.claims()))
                : Optional.empty();
    }

    /** When a token that was read ends, to the second. */
    public static Optional<Instant> expiry(Passes passes, String text) {
        return passes.verify(KIND, text) instanceof PassCheck.Valid valid
                ? Optional.of(valid.expiresAt())
                : Optional.empty();
    }

    /** A person id in the sixteen bytes that a pass has for it. */
    public static UUID person(String personId) {
        ByteBuffer digest = ByteBuffer.wrap(Sha256.of(personId));
        return new UUID(digest.getLong(), digest.getLong());
    }

    private static EntryPass of(ClaimsReader claims) {
        return new EntryPass(claims.uuid(), claims.uuid(), claims.uuid(), claims.uuid());
    }
}
