/** The shared kernel: types that every context needs and none owns. */
@NullMarked
package onsale.platform;

import org.jspecify.annotations.NullMarked;
