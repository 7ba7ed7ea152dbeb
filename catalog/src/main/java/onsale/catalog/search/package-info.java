/** Lists of events: the search for fans, and the list of all events for organisers. */
@NullMarked
package onsale.catalog.search;

import org.jspecify.annotations.NullMarked;
