/**
 * PostgreSQL, Redis and Kafka as child processes of a JVM, with their data in one directory. A
 * child never outlives its parent, however the parent ends.
 */
@NullMarked
package onsale.platform.embedded;

import org.jspecify.annotations.NullMarked;
