/**
 * Redis: the connections that all contexts share, and scripts that notice when Redis has lost data.
 *
 * <p>{@link onsale.platform.redis.Lua} runs scripts; {@link onsale.platform.redis.Incarnation}
 * opens their guard again after a loss.
 */
@NullMarked
package onsale.platform.redis;

import org.jspecify.annotations.NullMarked;
