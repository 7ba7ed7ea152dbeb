package onsale.portone;

import java.time.Instant;

/** The response to a request with an idempotency key, for its repetitions. */
record StoredAnswer(String key, String requestHash, int status, String body, Instant at)
        implements Item {}
