/** The HTTP client of the fans, and the load balancer before the nodes. */
@NullMarked
package onsale.rush.http;

import org.jspecify.annotations.NullMarked;
