/** Kafka: what has been committed travels. */
@NullMarked
package onsale.platform.messaging;

import org.jspecify.annotations.NullMarked;
