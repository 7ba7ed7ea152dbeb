/** Accounts that operators lock and unlock. */
@NullMarked
package onsale.user.lock;

import org.jspecify.annotations.NullMarked;
