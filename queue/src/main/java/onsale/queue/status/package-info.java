/**
 * What a fan with a receipt is told about their place, as JSON, as HTML and as a stream of events.
 */
@NullMarked
package onsale.queue.status;

import org.jspecify.annotations.NullMarked;
