/**
 * Rebuilds lines after Redis has lost data, puts fans back at their places, and keeps Redis in
 * agreement with the turns in PostgreSQL.
 */
@NullMarked
package onsale.queue.recovery;

import org.jspecify.annotations.NullMarked;
