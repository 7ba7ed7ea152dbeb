/**
 * Events with their grades and prices: prepared in private, opened to fans, changed, cancelled,
 * deleted.
 */
@NullMarked
package onsale.catalog.event;

import org.jspecify.annotations.NullMarked;
