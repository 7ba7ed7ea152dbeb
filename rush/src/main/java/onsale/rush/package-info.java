/** Rehearses an on-sale: simulated fans, faults, measurements, and a verdict by the checker. */
@NullMarked
package onsale.rush;

import org.jspecify.annotations.NullMarked;
