/** Posters that organisers upload, made anew and served by their hash. */
@NullMarked
package onsale.catalog.poster;

import org.jspecify.annotations.NullMarked;
