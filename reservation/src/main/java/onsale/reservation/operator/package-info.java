/** Operators give seats back: small refunds alone, large ones together. */
@NullMarked
package onsale.reservation.operator;

import org.jspecify.annotations.NullMarked;
