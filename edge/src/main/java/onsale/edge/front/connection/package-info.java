/** The listeners of the HTTP server, TLS, and the bounds on connections. */
@NullMarked
package onsale.edge.front.connection;

import org.jspecify.annotations.NullMarked;
