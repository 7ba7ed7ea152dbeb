@NullMarked
package onsale.edge;

import org.jspecify.annotations.NullMarked;
