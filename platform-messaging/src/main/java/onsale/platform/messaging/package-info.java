/**
 * Messages between contexts: an outbox written in the sender's transaction, a relay that publishes
 * it to Kafka in order per key, and an inbox that makes every effect happen once.
 *
 * <p>Guarantees: a recorded message is published if and only if its transaction commits; a consumer
 * sees the messages of one key in the order of their commits, possibly more than once; each effect
 * happens exactly once, because it shares a transaction with its inbox row.
 */
@NullMarked
package onsale.platform.messaging;

import org.jspecify.annotations.NullMarked;
