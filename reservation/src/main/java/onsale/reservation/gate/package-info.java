/**
 * The seat gate: the copy in Redis of which seats are taken, which says a fast no, and what keeps
 * it in step with the rows.
 */
@NullMarked
package onsale.reservation.gate;

import org.jspecify.annotations.NullMarked;
