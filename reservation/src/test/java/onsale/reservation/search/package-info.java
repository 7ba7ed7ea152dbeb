@NullMarked
package onsale.reservation.search;

import org.jspecify.annotations.NullMarked;
