@NullMarked
package onsale.reservation.checkout;

import org.jspecify.annotations.NullMarked;
