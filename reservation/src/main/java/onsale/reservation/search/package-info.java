/** Operators find reservations by number, payment or account. */
@NullMarked
package onsale.reservation.search;

import org.jspecify.annotations.NullMarked;
