/**
 * The payment provider PortOne: settings, its HTTP client, its pages, and which of its answers are
 * trusted.
 */
@NullMarked
package onsale.platform.portone;

import org.jspecify.annotations.NullMarked;
