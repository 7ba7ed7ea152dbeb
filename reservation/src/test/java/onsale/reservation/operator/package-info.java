@NullMarked
package onsale.reservation.operator;

import org.jspecify.annotations.NullMarked;
