@NullMarked
package onsale.reservation.allocation;

import org.jspecify.annotations.NullMarked;
