@NullMarked
package onsale.reservation.ticket;

import org.jspecify.annotations.NullMarked;
