@NullMarked
package onsale.contracts;

import org.jspecify.annotations.NullMarked;
