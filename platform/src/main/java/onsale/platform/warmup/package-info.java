/**
 * The warm-up of a node before it is ready, so that its hot paths are compiled for the first fan.
 */
@NullMarked
package onsale.platform.warmup;

import org.jspecify.annotations.NullMarked;
