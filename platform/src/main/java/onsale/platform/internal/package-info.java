/** Requests of one process to another under {@code /internal}. */
@NullMarked
package onsale.platform.internal;

import org.jspecify.annotations.NullMarked;
