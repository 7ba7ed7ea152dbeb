@NullMarked
package onsale.queue.sale;

import org.jspecify.annotations.NullMarked;
