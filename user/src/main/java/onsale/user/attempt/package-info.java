/** Where attempts to log in come from, and how many have failed lately. */
@NullMarked
package onsale.user.attempt;

import org.jspecify.annotations.NullMarked;
