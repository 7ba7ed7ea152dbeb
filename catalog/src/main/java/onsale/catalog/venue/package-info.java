/** Venues and their halls, as organisers describe them. */
@NullMarked
package onsale.catalog.venue;

import org.jspecify.annotations.NullMarked;
