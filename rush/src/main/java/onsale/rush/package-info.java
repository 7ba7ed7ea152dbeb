/**
 * Rehearsal of an on-sale with simulated fans, and the checker that shares no code with the
 * contexts.
 */
@NullMarked
package onsale.rush;

import org.jspecify.annotations.NullMarked;
