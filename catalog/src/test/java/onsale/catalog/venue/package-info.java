@NullMarked
package onsale.catalog.venue;

import org.jspecify.annotations.NullMarked;
