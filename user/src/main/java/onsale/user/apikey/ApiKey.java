package onsale.user.apikey;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import onsale.platform.Redacted;
import org.jspecify.annotations.Nullable;

/**
 * A key as its owner sees it.
 *
 * @param lastUsedAt when it last got an access token
 * @param oldSecretUntil until when the secret before is good too; null if it is not
 */
record ApiKey(
        UUID id,
        UUID userId,
        String name,
        Set<String> scopes,
        int perMinute,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant oldSecretUntil,
        @Nullable Instant revokedAt) {

    @Override
    public String toString() {
        return Redacted.text(this, "name"); // an owner may name it after a person
    }
}
