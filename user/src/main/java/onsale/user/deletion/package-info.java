/** The end of an account: closed, waiting, and its personal data gone. */
@NullMarked
package onsale.user.deletion;

import org.jspecify.annotations.NullMarked;
