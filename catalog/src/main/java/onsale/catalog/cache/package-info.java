/** Keeps what many fans read at once in the memory of a node. */
@NullMarked
package onsale.catalog.cache;

import org.jspecify.annotations.NullMarked;
