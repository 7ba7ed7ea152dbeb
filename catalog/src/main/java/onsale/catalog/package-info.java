/**
 * The catalogue: venues, events, schedules and seats. Owns the schema {@code event_service}. This
 * package wires the features, each of which has a package of its own, and holds what they share.
 */
@NullMarked
package onsale.catalog;

import org.jspecify.annotations.NullMarked;
