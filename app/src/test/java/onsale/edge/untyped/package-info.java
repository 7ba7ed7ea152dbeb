@NullMarked
package onsale.edge.untyped;

import org.jspecify.annotations.NullMarked;
