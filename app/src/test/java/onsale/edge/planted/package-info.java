@NullMarked
package onsale.edge.planted;

import org.jspecify.annotations.NullMarked;
