@NullMarked
package onsale.queue.status;

import org.jspecify.annotations.NullMarked;
