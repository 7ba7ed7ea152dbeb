/** Waiting room. Owns the schema {@code queue_service}. */
@NullMarked
package onsale.queue;

import org.jspecify.annotations.NullMarked;
