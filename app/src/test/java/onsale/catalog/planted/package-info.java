@NullMarked
package onsale.catalog.planted;

import org.jspecify.annotations.NullMarked;
