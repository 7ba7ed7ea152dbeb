/** Keys by which programs of an organiser act for it. */
@NullMarked
package onsale.user.apikey;

import org.jspecify.annotations.NullMarked;
