@NullMarked
package onsale.user.factor;

import org.jspecify.annotations.NullMarked;
