@NullMarked
package onsale.reservation.gate;

import org.jspecify.annotations.NullMarked;
