@NullMarked
package onsale.platform;

import org.jspecify.annotations.NullMarked;
