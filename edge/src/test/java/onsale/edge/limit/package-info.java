@NullMarked
package onsale.edge.limit;

import org.jspecify.annotations.NullMarked;
