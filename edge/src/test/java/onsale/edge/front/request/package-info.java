@NullMarked
package onsale.edge.front.request;

import org.jspecify.annotations.NullMarked;
