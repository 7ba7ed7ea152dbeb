package onsale.platform.access;

import java.util.Set;
import java.util.UUID;

/**
 * Who acts by a role, and from where. A controller takes it as an argument and passes it to what
 * decides and audits.
 *
 * @param address the client's address, or the name of the command line
 * @param traceId of the request; empty for a command
 */
public record Actor(UUID userId, Set<String> roles, String address, String traceId) {

    private static final UUID NOBODY = new UUID(0, 0);
    private static final int ADDRESS_MAX = 45;
    private static final int TRACE_ID_MAX = 64;

    public Actor {
        roles = Set.copyOf(roles);
        address = cut(address, ADDRESS_MAX);
        traceId = cut(traceId, TRACE_ID_MAX);
    }

    /** Whoever runs a command has the keys of the platform and needs no account. */
    public static Actor commandLine() {
        return new Actor(NOBODY, Set.of(CurrentUser.ADMIN), "command line", "");
    }

    public boolean isAdministrator() {
        return roles.contains(CurrentUser.ADMIN);
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
