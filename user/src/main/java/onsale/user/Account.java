package onsale.user;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An account as signing in needs it: nothing of it is personal. */
record Account(UUID id, byte[] ciHash, @Nullable String passwordHash, String role, Status status) {

    /** Where an account is in its life; INACTIVE is locked by an operator. */
    enum Status {
        ACTIVE,
        INACTIVE,
        DORMANT,
        DELETED
    }

    String personId() {
        return PersonalData.personId(ciHash);
    }

    /** What its owner may read. */
    record Profile(
            UUID userId, String email, String name, String phone, String role, Instant createdAt) {}
}
