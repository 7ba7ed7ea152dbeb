@NullMarked
package onsale.platform.portone;

import org.jspecify.annotations.NullMarked;
