/**
 * The seat map that fans look at: which seats are available, held and sold, read and streamed from
 * the memory of a node.
 */
@NullMarked
package onsale.reservation.seatmap;

import org.jspecify.annotations.NullMarked;
