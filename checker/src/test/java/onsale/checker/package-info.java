@NullMarked
package onsale.checker;

import org.jspecify.annotations.NullMarked;
