/**
 * What is on sale, as the catalogue tells it: schedules and their seats, and what the catalogue is
 * told back.
 */
@NullMarked
package onsale.reservation.inventory;

import org.jspecify.annotations.NullMarked;
