/** The second factor of an account: one-time codes and recovery codes. */
@NullMarked
package onsale.user.factor;

import org.jspecify.annotations.NullMarked;
