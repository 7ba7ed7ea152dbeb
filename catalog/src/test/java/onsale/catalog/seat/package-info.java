@NullMarked
package onsale.catalog.seat;

import org.jspecify.annotations.NullMarked;
