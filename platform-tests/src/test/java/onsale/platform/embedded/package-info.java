@NullMarked
package onsale.platform.embedded;

import org.jspecify.annotations.NullMarked;
