/** Redis: the connection every context shares. */
@NullMarked
package onsale.platform.redis;

import org.jspecify.annotations.NullMarked;
