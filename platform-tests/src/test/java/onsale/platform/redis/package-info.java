@NullMarked
package onsale.platform.redis;

import org.jspecify.annotations.NullMarked;
