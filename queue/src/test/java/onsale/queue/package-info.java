@NullMarked
package onsale.queue;

import org.jspecify.annotations.NullMarked;
