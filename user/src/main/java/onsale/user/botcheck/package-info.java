/** The check that keeps programs from signing up and from guessing passwords in bulk. */
@NullMarked
package onsale.user.botcheck;

import org.jspecify.annotations.NullMarked;
