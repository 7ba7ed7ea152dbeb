/**
 * Requests that take work: their body, a permit, a deadline, and the way to Spring MVC and back.
 */
@NullMarked
package onsale.edge.front.work;

import org.jspecify.annotations.NullMarked;
