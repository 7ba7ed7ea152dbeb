/** What a database needs from time to time. */
@NullMarked
package onsale.platform.upkeep;

import org.jspecify.annotations.NullMarked;
