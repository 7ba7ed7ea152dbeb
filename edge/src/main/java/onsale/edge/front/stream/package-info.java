/** Open event streams (server-sent events). */
@NullMarked
package onsale.edge.front.stream;

import org.jspecify.annotations.NullMarked;
