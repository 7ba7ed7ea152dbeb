/** Locking accounts, by operators. */
@NullMarked
package onsale.user.lock;

import org.jspecify.annotations.NullMarked;
