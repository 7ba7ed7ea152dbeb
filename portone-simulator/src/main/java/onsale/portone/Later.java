package onsale.portone;

import java.time.Instant;

/**
 * A charge that is due later, when the merchant no longer expects it.
 *
 * @param transactionId the attempt it belongs to, which is charged at most once
 * @param again whether to charge even after the attempt was charged and cancelled
 */
record Later(String key, String paymentId, String transactionId, boolean again, Instant due)
        implements Item {}
