package onsale.user.profile;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.Redacted;

/** An account with its personal data, for its owner. */
public record Profile(
        UUID userId,
        String email,
        boolean emailVerified,
        String name,
        String phone,
        String role,
        Language language,
        Instant createdAt) {

    /** The language in which the platform writes to a user. */
    public enum Language {
        KO,
        EN
    }

    @Override
    public String toString() {
        return Redacted.text(this, "email", "name", "phone");
    }
}
