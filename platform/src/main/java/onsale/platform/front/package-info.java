/**
 * What a context offers to the front of its process, in plain Java: reads and requests that are
 * answered without a thread of their own, and event streams. No type of a web framework or of the
 * HTTP server appears here.
 */
@NullMarked
package onsale.platform.front;

import org.jspecify.annotations.NullMarked;
