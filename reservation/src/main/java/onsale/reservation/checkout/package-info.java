/** From the checkout to the sale: the one order of a reservation and what its verdict does. */
@NullMarked
package onsale.reservation.checkout;

import org.jspecify.annotations.NullMarked;
