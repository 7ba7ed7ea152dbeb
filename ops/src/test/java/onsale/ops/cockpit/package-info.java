@NullMarked
package onsale.ops.cockpit;

import org.jspecify.annotations.NullMarked;
