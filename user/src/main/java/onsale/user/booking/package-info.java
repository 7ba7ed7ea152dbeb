/** What reservation and payment tell about an owner's shows and refunds. */
@NullMarked
package onsale.user.booking;

import org.jspecify.annotations.NullMarked;
