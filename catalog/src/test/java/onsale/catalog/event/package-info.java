@NullMarked
package onsale.catalog.event;

import org.jspecify.annotations.NullMarked;
