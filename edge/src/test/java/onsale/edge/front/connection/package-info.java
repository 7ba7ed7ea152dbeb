@NullMarked
package onsale.edge.front.connection;

import org.jspecify.annotations.NullMarked;
