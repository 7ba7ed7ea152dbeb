package onsale.platform.access;

import java.util.Set;
import java.util.UUID;

/**
 * What a program may do that acts by an API key.
 *
 * @param scopes such as {@code events:read}; the front lets nothing else pass
 * @param perMinute how many requests it may send
 */
public record ApiAccess(UUID keyId, Set<String> scopes, int perMinute) {

    /** Reading shows, schedules and venues of the organiser. */
    public static final String EVENTS_READ = "events:read";

    /** Setting them up and changing them. */
    public static final String EVENTS_WRITE = "events:write";

    /** The organiser's webhooks. */
    public static final String WEBHOOKS = "webhooks";

    public static final Set<String> SCOPES = Set.of(EVENTS_READ, EVENTS_WRITE, WEBHOOKS);

    public ApiAccess {
        scopes = Set.copyOf(scopes);
    }
}
