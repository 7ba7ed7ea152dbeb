@NullMarked
package onsale.user.email;

import org.jspecify.annotations.NullMarked;
