@NullMarked
package onsale.user.deletion;

import org.jspecify.annotations.NullMarked;
