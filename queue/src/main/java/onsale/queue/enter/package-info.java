/** Entering the waiting room: binds the person to the line and gives the fan a place in it. */
@NullMarked
package onsale.queue.enter;

import org.jspecify.annotations.NullMarked;
