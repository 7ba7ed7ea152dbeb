/** Fans in bulk, to rehearse an on-sale. */
@NullMarked
package onsale.user.rehearsal;

import org.jspecify.annotations.NullMarked;
