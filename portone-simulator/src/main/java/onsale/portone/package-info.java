/** A stand-in for the payment provider PortOne, reached over real HTTP like the original. */
@NullMarked
package onsale.portone;

import org.jspecify.annotations.NullMarked;
