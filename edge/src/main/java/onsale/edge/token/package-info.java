/** Access tokens: verifying them, and the keys that it takes. */
@NullMarked
package onsale.edge.token;

import org.jspecify.annotations.NullMarked;
