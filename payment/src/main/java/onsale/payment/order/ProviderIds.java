package onsale.payment.order;

import java.util.Optional;
import java.util.UUID;

/** The ids by which the provider knows our attempts: a prefix and the id of the attempt. */
public final class ProviderIds {

    private static final String PREFIX = "onsale-";

    private ProviderIds() {}

    public static String of(UUID attemptId) {
        return PREFIX + attemptId;
    }

    /** Whether the provider's payment is one of this platform. */
    public static boolean isOurs(String providerId) {
        return providerId.startsWith(PREFIX);
    }

    /** Empty unless this platform made the id. */
    public static Optional<UUID> attemptId(String providerId) {
        if (!isOurs(providerId)) {
            return Optional.empty();
        }
        try {
            UUID id = UUID.fromString(providerId.substring(PREFIX.length()));
            return of(id).equals(providerId) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
