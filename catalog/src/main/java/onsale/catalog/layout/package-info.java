/**
 * How the seats of a hall are arranged: reading the layout an organiser describes, and the document
 * from which a browser draws the seats of a schedule.
 */
@NullMarked
package onsale.catalog.layout;

import org.jspecify.annotations.NullMarked;
