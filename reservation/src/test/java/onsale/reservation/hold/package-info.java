@NullMarked
package onsale.reservation.hold;

import org.jspecify.annotations.NullMarked;
