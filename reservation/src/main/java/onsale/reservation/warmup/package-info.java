/** The warm-up of a node: holds of a show that nobody else can see. */
@NullMarked
package onsale.reservation.warmup;

import org.jspecify.annotations.NullMarked;
