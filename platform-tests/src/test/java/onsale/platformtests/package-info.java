@NullMarked
package onsale.platformtests;

import org.jspecify.annotations.NullMarked;
