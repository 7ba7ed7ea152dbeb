@NullMarked
package onsale.rush;

import org.jspecify.annotations.NullMarked;
