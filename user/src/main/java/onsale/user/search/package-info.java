/** Operators find accounts by e-mail or phone number; what they see is masked. */
@NullMarked
package onsale.user.search;

import org.jspecify.annotations.NullMarked;
