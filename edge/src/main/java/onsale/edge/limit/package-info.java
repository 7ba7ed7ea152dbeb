/** Rate limits: each node decides at once, and Redis synchronizes the counts of all nodes. */
@NullMarked
package onsale.edge.limit;

import org.jspecify.annotations.NullMarked;
