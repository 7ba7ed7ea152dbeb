@NullMarked
package onsale.edge.front.work;

import org.jspecify.annotations.NullMarked;
