/** The shared kernel: what every context needs and none owns. */
@NullMarked
package onsale.platform;

import org.jspecify.annotations.NullMarked;
