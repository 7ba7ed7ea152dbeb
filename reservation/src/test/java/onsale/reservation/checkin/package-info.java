@NullMarked
package onsale.reservation.checkin;

import org.jspecify.annotations.NullMarked;
