/** The seats of schedules, and to which reservation each is sold. */
@NullMarked
package onsale.catalog.seat;

import org.jspecify.annotations.NullMarked;
