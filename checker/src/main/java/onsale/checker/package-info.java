/**
 * The independent checker: reads PostgreSQL, Redis, Kafka and the provider's books with plain
 * clients and says what must not be. It has no code of the system it judges.
 */
@NullMarked
package onsale.checker;

import org.jspecify.annotations.NullMarked;
