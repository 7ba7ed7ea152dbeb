@NullMarked
package onsale.catalog.transfer;

import org.jspecify.annotations.NullMarked;
