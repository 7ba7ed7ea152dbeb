/** Tests of the door over real sockets with a real server behind it. */
@NullMarked
package onsale.edge.door;

import org.jspecify.annotations.NullMarked;
