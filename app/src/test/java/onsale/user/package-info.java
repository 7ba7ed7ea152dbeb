/** Helpers of tests that must see inside the user context. */
@NullMarked
package onsale.user;

import org.jspecify.annotations.NullMarked;
