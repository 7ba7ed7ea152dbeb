@NullMarked
package onsale.ops.booking;

import org.jspecify.annotations.NullMarked;
