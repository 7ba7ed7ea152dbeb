/**
 * The end of reservations: cancelled by the fan, expired, or ended because the show is cancelled.
 */
@NullMarked
package onsale.reservation.cancel;

import org.jspecify.annotations.NullMarked;
