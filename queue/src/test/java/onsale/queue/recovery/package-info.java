@NullMarked
package onsale.queue.recovery;

import org.jspecify.annotations.NullMarked;
