/** Verifying access tokens, and the keys for that. */
@NullMarked
package onsale.edge.token;

import org.jspecify.annotations.NullMarked;
