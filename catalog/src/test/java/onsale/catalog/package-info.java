@NullMarked
package onsale.catalog;

import org.jspecify.annotations.NullMarked;
