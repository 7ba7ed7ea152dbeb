@NullMarked
package onsale.user.identity;

import org.jspecify.annotations.NullMarked;
