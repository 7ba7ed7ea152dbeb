/** Planned faults. */
@NullMarked
package onsale.rush.chaos;

import org.jspecify.annotations.NullMarked;
