/**
 * A node's copy of the lines that its fans stand in, brought up to date from Redis a few times a
 * second.
 */
@NullMarked
package onsale.queue.snapshot;

import org.jspecify.annotations.NullMarked;
