/** What becomes of cancelled reservations: shown for a while, then archived. */
@NullMarked
package onsale.reservation.archive;

import org.jspecify.annotations.NullMarked;
