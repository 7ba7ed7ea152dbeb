/** Spans of what a request or message does. */
@NullMarked
package onsale.platform.trace;

import org.jspecify.annotations.NullMarked;
