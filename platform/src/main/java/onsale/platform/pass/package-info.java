/**
 * Signed passes: texts that a fan carries from one context to the next, so that the contexts need
 * not call each other.
 */
@NullMarked
package onsale.platform.pass;

import org.jspecify.annotations.NullMarked;
