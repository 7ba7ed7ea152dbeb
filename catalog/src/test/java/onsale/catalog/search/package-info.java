@NullMarked
package onsale.catalog.search;

import org.jspecify.annotations.NullMarked;
