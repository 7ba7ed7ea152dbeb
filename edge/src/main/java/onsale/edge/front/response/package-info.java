/** The responses that the front writes, and the bounds on clients that read them slowly. */
@NullMarked
package onsale.edge.front.response;

import org.jspecify.annotations.NullMarked;
