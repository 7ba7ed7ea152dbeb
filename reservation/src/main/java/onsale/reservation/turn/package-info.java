/**
 * Turns of the waiting room, as far as reservation must know them: which ones hold no more seats.
 */
@NullMarked
package onsale.reservation.turn;

import org.jspecify.annotations.NullMarked;
