/** Switching the second factor of one's own account on and off. */
@NullMarked
package onsale.user.enrolment;

import org.jspecify.annotations.NullMarked;
