/** Invented venues and shows for an empty installation. */
@NullMarked
package onsale.catalog.demo;

import org.jspecify.annotations.NullMarked;
