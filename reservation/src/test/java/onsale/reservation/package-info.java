@NullMarked
package onsale.reservation;

import org.jspecify.annotations.NullMarked;
