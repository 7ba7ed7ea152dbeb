@NullMarked
package onsale.queue.line;

import org.jspecify.annotations.NullMarked;
