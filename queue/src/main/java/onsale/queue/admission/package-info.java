/** Letting fans in: calls the next fans, and gives, extends and ends their turns. */
@NullMarked
package onsale.queue.admission;

import org.jspecify.annotations.NullMarked;
