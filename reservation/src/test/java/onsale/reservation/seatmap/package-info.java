@NullMarked
package onsale.reservation.seatmap;

import org.jspecify.annotations.NullMarked;
