/** One simulated fan, the behaviour of the crowd, and what is measured of it. */
@NullMarked
package onsale.rush.fan;

import org.jspecify.annotations.NullMarked;
