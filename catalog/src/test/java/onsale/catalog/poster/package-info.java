@NullMarked
package onsale.catalog.poster;

import org.jspecify.annotations.NullMarked;
