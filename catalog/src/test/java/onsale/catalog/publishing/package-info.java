@NullMarked
package onsale.catalog.publishing;

import org.jspecify.annotations.NullMarked;
