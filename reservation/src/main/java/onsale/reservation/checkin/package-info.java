/** Check-in: tickets are scanned at the doors, online and offline, and enter once. */
@NullMarked
package onsale.reservation.checkin;

import org.jspecify.annotations.NullMarked;
