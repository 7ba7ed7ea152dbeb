/** Rehearses an on-sale: simulated fans, faults, measurements, and a check of the stores. */
@NullMarked
package onsale.rush;

import org.jspecify.annotations.NullMarked;
