@NullMarked
package onsale.catalog.cache;

import org.jspecify.annotations.NullMarked;
