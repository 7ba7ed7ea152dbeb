@NullMarked
package onsale.catalog.layout;

import org.jspecify.annotations.NullMarked;
