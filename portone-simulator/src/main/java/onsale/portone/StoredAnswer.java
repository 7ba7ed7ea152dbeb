package onsale.portone;

import java.time.Instant;

/** What a request with an idempotency key was answered, to be said again. */
record StoredAnswer(String key, String requestHash, int status, String body, Instant at)
        implements Item {}
