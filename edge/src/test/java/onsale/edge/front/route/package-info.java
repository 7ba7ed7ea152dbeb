@NullMarked
package onsale.edge.front.route;

import org.jspecify.annotations.NullMarked;
