/** Catalogue: venues, events, schedules, seats. Owns the schema {@code event_service}. */
@NullMarked
package onsale.catalog;

import org.jspecify.annotations.NullMarked;
