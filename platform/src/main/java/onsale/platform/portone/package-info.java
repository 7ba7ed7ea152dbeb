/** Where the payment provider is and how we are known to it. */
@NullMarked
package onsale.platform.portone;

import org.jspecify.annotations.NullMarked;
