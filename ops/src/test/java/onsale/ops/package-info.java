@NullMarked
package onsale.ops;

import org.jspecify.annotations.NullMarked;
