@NullMarked
package onsale.reservation.inventory;

import org.jspecify.annotations.NullMarked;
