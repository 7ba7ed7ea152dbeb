@NullMarked
package onsale.reservation.cancel;

import org.jspecify.annotations.NullMarked;
