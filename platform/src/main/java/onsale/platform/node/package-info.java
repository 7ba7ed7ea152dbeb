/** What each process says of itself, so that operators see all of them in one place. */
@NullMarked
package onsale.platform.node;

import org.jspecify.annotations.NullMarked;
