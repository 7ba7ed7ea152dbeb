/** Accounts. Owns the schema {@code user_service}. */
@NullMarked
package onsale.user;

import org.jspecify.annotations.NullMarked;
