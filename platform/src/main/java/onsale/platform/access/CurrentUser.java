package onsale.platform.access;

import java.util.Set;
import java.util.UUID;

/**
 * The signed-in user of a request, as the access token says. A controller takes it as an argument,
 * or an {@code Optional} of it if the request may be anonymous.
 *
 * @param personId the same for all accounts of one person
 */
public record CurrentUser(UUID userId, String personId, Set<String> roles) {

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

    public boolean has(String role) {
        return roles.contains(role);
    }

    public boolean isStaff() {
        return roles.stream().anyMatch(STAFF::contains);
    }
}
