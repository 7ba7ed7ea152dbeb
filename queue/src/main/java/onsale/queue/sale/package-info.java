/**
 * The schedules that are sold through a waiting room: their times, what operators set for them, and
 * how many of their seats are sold.
 */
@NullMarked
package onsale.queue.sale;

import org.jspecify.annotations.NullMarked;
