/**
 * The waiting room: its wiring, settings, messages, jobs and controllers. Owns the schema {@code
 * queue_service}.
 */
@NullMarked
package onsale.queue;

import org.jspecify.annotations.NullMarked;
