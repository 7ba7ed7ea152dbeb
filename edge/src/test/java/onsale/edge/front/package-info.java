/** Tests of the front over real sockets. */
@NullMarked
package onsale.edge.front;

import org.jspecify.annotations.NullMarked;
