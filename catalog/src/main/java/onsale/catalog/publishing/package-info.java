/**
 * Tells reservation and the waiting room about schedules: what is sold, when it changes and when it
 * is cancelled. A schedule is told again until both have confirmed it.
 */
@NullMarked
package onsale.catalog.publishing;

import org.jspecify.annotations.NullMarked;
