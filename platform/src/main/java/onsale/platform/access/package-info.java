/** The identity of a caller, as access tokens carry it from the user context to the front. */
@NullMarked
package onsale.platform.access;

import org.jspecify.annotations.NullMarked;
