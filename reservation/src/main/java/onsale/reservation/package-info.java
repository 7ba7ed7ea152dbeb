/** Seats and reservations. Owns the schema {@code reservation_service}. */
@NullMarked
package onsale.reservation;

import org.jspecify.annotations.NullMarked;
