/** Seats that organisers take out of the sale, and complimentary tickets. */
@NullMarked
package onsale.reservation.allocation;

import org.jspecify.annotations.NullMarked;
