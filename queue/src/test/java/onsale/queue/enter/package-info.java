@NullMarked
package onsale.queue.enter;

import org.jspecify.annotations.NullMarked;
