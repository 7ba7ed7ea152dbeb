/** Who is calling: what the edge tells the contexts, and what the user context tells the edge. */
@NullMarked
package onsale.platform.access;

import org.jspecify.annotations.NullMarked;
