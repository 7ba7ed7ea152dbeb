@NullMarked
package onsale.user.lock;

import org.jspecify.annotations.NullMarked;
