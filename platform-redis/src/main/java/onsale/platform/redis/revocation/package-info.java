/** Access tokens that were revoked before they expire, shared by all nodes through Redis. */
@NullMarked
package onsale.platform.redis.revocation;

import org.jspecify.annotations.NullMarked;
