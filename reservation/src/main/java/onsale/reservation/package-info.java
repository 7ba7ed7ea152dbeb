/**
 * Seats and reservations: the reservation itself, what several features share, and the wiring of
 * the context. Owns the schema {@code reservation_service}.
 */
@NullMarked
package onsale.reservation;

import org.jspecify.annotations.NullMarked;
