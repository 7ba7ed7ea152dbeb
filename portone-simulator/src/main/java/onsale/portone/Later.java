package onsale.portone;

import java.time.Instant;

/**
 * Money that will be taken when nobody expects it any more.
 *
 * @param transactionId the attempt it belongs to; it is charged once at most
 * @param again whether it is taken even after the attempt was charged and cancelled
 */
record Later(String key, String paymentId, String transactionId, boolean again, Instant due)
        implements Item {}
