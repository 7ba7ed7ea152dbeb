/** Sign-up: the terms, the verified identity, and the new account. */
@NullMarked
package onsale.user.signup;

import org.jspecify.annotations.NullMarked;
