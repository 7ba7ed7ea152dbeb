/** What the tests of all features share. */
@NullMarked
package onsale.user;

import org.jspecify.annotations.NullMarked;
