@NullMarked
package onsale.portone;

import org.jspecify.annotations.NullMarked;
