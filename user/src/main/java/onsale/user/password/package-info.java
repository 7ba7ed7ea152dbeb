/** Changing a password, and setting a new one after an identity check. */
@NullMarked
package onsale.user.password;

import org.jspecify.annotations.NullMarked;
