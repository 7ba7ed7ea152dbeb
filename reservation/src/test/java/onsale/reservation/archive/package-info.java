@NullMarked
package onsale.reservation.archive;

import org.jspecify.annotations.NullMarked;
