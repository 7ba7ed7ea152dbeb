/** Messages that cross contexts, versioned. */
@NullMarked
package onsale.contracts;

import org.jspecify.annotations.NullMarked;
