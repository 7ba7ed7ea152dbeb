@NullMarked
package onsale.platform.problem;

import org.jspecify.annotations.NullMarked;
