@NullMarked
package onsale.queue.admission;

import org.jspecify.annotations.NullMarked;
