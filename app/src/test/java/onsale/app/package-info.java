@NullMarked
package onsale.app;

import org.jspecify.annotations.NullMarked;
