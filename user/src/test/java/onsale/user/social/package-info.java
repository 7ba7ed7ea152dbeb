@NullMarked
package onsale.user.social;

import org.jspecify.annotations.NullMarked;
