/** Schedules: the dates of an event, each with its own sale window and its own seats. */
@NullMarked
package onsale.catalog.schedule;

import org.jspecify.annotations.NullMarked;
