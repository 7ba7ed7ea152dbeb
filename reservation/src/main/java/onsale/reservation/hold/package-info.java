/** Holds: a fan takes seats for some minutes, changes, extends or releases them. */
@NullMarked
package onsale.reservation.hold;

import org.jspecify.annotations.NullMarked;
