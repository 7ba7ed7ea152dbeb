/** What nodes tell each other of their load. */
@NullMarked
package onsale.platform.redis.load;

import org.jspecify.annotations.NullMarked;
