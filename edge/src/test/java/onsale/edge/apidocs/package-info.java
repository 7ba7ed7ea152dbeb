@NullMarked
package onsale.edge.apidocs;

import org.jspecify.annotations.NullMarked;
