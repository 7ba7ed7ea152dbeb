/** Best seats: proposes free seats of a schedule that belong together, from a node's memory. */
@NullMarked
package onsale.reservation.recommend;

import org.jspecify.annotations.NullMarked;
