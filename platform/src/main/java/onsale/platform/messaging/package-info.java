/**
 * Messages between contexts: an outbox written in the sender's transaction, a relay that publishes
 * it to Kafka in order per key, and an inbox that makes every effect happen once.
 *
 * <p>What is promised: a recorded message is published if and only if its transaction commits; a
 * consumer sees the messages of one key in the order of their commits, some of them twice; its
 * effects happen exactly once, because each shares a transaction with its inbox row.
 */
@NullMarked
package onsale.platform.messaging;

import org.jspecify.annotations.NullMarked;
