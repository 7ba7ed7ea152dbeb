@NullMarked
package onsale.catalog.page;

import org.jspecify.annotations.NullMarked;
