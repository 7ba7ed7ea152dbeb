/** The sale cockpit: what a sale looks like now and has looked like, and whether it may begin. */
@NullMarked
package onsale.ops.cockpit;

import org.jspecify.annotations.NullMarked;
