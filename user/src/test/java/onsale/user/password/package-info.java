@NullMarked
package onsale.user.password;

import org.jspecify.annotations.NullMarked;
