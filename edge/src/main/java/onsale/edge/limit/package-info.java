/** How often a client may call: decided in Redis for all nodes, by the node itself without it. */
@NullMarked
package onsale.edge.limit;

import org.jspecify.annotations.NullMarked;
