@NullMarked
package onsale.queue.walk;

import org.jspecify.annotations.NullMarked;
