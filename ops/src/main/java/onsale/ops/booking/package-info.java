/** The booking projection: sales by hour, grade and channel. */
@NullMarked
package onsale.ops.booking;

import org.jspecify.annotations.NullMarked;
