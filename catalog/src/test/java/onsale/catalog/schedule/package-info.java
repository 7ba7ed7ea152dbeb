@NullMarked
package onsale.catalog.schedule;

import org.jspecify.annotations.NullMarked;
