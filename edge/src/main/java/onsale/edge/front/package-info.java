/**
 * The one HTTP server of a process: Jetty's connectors, then the front, then Spring MVC's servlet
 * context. Who the client is, what a request may do, limits, headers and problems are decided here
 * once, for requests that are answered from memory and for all others.
 */
@NullMarked
package onsale.edge.front;

import org.jspecify.annotations.NullMarked;
