/** Addresses of people, for the context that writes to them. */
@NullMarked
package onsale.user.contact;

import org.jspecify.annotations.NullMarked;
