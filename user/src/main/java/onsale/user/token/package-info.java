/** Access tokens, and the keys that sign them. */
@NullMarked
package onsale.user.token;

import org.jspecify.annotations.NullMarked;
