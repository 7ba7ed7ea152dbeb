/**
 * The table of routes: who may call what, and which requests share limits, permits and timeouts.
 */
@NullMarked
package onsale.edge.front.route;

import org.jspecify.annotations.NullMarked;
