/** Tests that need the edge's insides and every context. */
@NullMarked
package onsale.edge;

import org.jspecify.annotations.NullMarked;
