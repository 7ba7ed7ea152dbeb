@NullMarked
package onsale.platform.upkeep;

import org.jspecify.annotations.NullMarked;
