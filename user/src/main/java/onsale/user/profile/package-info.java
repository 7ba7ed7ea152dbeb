/** What the owner of an account may read of it. */
@NullMarked
package onsale.user.profile;

import org.jspecify.annotations.NullMarked;
