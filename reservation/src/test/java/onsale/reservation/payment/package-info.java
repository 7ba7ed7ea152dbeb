@NullMarked
package onsale.reservation.payment;

import org.jspecify.annotations.NullMarked;
