package onsale.platform.access;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The signed-in user of a request, as the access token says. A controller takes it as an argument,
 * or an {@code Optional} of it if the request may be anonymous.
 *
 * @param personId the same for all accounts of one person
 * @param byKey what a program may do that acts for the user; null for the user
 */
public record CurrentUser(
        UUID userId, String personId, Set<String> roles, @Nullable ApiAccess byKey) {

    public static final String USER = "USER";

    /** Sets up shows, and sees and changes only those of their own. */
    public static final String ORGANISER = "ORGANISER";

    /** Runs the platform: waiting rooms, messages, integrity, doors, refunds. */
    public static final String OPERATOR = "OPERATOR";

    public static final String ADMIN = "ADMIN";

    /** The roles whose actions are audited. */
    public static final Set<String> STAFF = Set.of(ORGANISER, OPERATOR, ADMIN);

    public CurrentUser {
        roles = Set.copyOf(roles);
    }

    public CurrentUser(UUID userId, String personId, Set<String> roles) {
        this(userId, personId, roles, null);
    }

    public boolean has(String role) {
        return roles.contains(role);
    }

    public boolean isStaff() {
        return roles.stream().anyMatch(STAFF::contains);
    }
}
