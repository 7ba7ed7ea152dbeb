/**
 * The independent checker: reads PostgreSQL, Redis, Kafka and the provider's books with plain
 * clients and finds violations. It shares no code with the system it checks.
 */
@NullMarked
package onsale.checker;

import org.jspecify.annotations.NullMarked;
