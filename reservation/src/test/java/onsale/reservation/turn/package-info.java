@NullMarked
package onsale.reservation.turn;

import org.jspecify.annotations.NullMarked;
