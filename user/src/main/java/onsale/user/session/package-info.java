/** Sessions: their refresh tokens, and their end on every node. */
@NullMarked
package onsale.user.session;

import org.jspecify.annotations.NullMarked;
