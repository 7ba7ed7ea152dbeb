/** Who sends a request, what they may do, and how often. */
@NullMarked
package onsale.edge.front.access;

import org.jspecify.annotations.NullMarked;
