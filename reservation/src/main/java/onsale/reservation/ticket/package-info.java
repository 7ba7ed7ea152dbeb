/** Tickets: one for each seat of a confirmed reservation. */
@NullMarked
package onsale.reservation.ticket;

import org.jspecify.annotations.NullMarked;
