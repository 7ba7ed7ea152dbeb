/**
 * Signed passes: what a fan carries from one context to the next instead of the contexts calling
 * each other.
 */
@NullMarked
package onsale.platform.pass;

import org.jspecify.annotations.NullMarked;
