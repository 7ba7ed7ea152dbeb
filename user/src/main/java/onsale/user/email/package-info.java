/** E-mail addresses: confirmed by a mailed code, changed, and a change refused. */
@NullMarked
package onsale.user.email;

import org.jspecify.annotations.NullMarked;
