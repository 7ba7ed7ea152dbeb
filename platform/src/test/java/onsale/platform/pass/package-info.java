@NullMarked
package onsale.platform.pass;

import org.jspecify.annotations.NullMarked;
