@NullMarked
package onsale.edge.token;

import org.jspecify.annotations.NullMarked;
